import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../api/me';
import type { OverallResultsDto } from '../../../api/schema';
import { ErrorPanel, Page } from '../../../components/page';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { BackLink } from '../back-link';
import { NEEDED_PER_GROUP } from '../control-group';
import { overallQuery } from '../queries';
import { text } from '../text';
import { Comparison } from './comparison';
import { CountedNote } from './counted-note';
import { isUnclear, outcomeOf } from './outcome';

const t = text.overall;

/** Shows the effect of all campaigns together, compared with customers who are never contacted. */
export function OverallPage() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(overallQuery);
  return (
    <Page title={t.title} description={<BackLink to="/campaigns">{text.page.back}</BackLink>}>
      <div className="grid max-w-4xl gap-6">
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-96" />}
        {data !== undefined && <Answer results={data} answeredAt={dataUpdatedAt} />}
        {data !== undefined && data.category_effects.length > 0 && <Categories effects={data.category_effects} />}
        {data !== undefined && data.contact_value_note !== null && (
          <Card>
            <CardHeader title={t.worth} description={t.worthHint} />
            <CardBody className="text-sm">{data.contact_value_note}</CardBody>
          </Card>
        )}
      </div>
    </Page>
  );
}

/** Says for each main category what contacts bring of 100 customers. */
function Categories({ effects }: { readonly effects: OverallResultsDto['category_effects'] }) {
  const format = useFormat();
  const points = (share: number): string => format.number(Math.round(100 * share * 10) / 10);
  return (
    <Card>
      <CardHeader title={t.categories.title} description={t.categories.explained} />
      <CardBody>
        <ul className="grid gap-2 text-sm">
          {effects.map(({ category, n, uplift, ci95: [low = 0, high = 0] }) => (
            <li key={category ?? ''}>
              <span className="font-medium">{t.categories.sentence(category, low, high)}</span>{' '}
              <span className="text-muted">
                {t.categories.numbers({ points: points(uplift), low: points(low), high: points(high), customers: format.number(n) })}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Answer({ results, answeredAt }: { readonly results: OverallResultsDto; readonly answeredAt: number }) {
  const format = useFormat();
  const { contactable: treated, tenant_control: holdout, control_percent: percent, since, window_days: days } = results;
  const share = format.percent(percent / 100);
  const isSilent = isUnclear(outcomeOf({ ...results, treated, holdout }, percent));
  return (
    <Card>
      <CardHeader title={t.question} description={t.explained(share)} />
      <CardBody className="grid gap-6">
        <CountedNote results={results} answeredAt={answeredAt} />
        {results.counted_at === null ? null : since === null ? (
          <p className="text-sm text-muted">{percent === 0 ? t.off : t.notYet}</p>
        ) : (
          <>
            <p className="text-sm text-muted">
              {t.since(format.date(since))} {days !== null && t.window(days)}
            </p>
            <Comparison
              results={{ ...results, treated, holdout }}
              percent={percent}
              words={{ ...t, early: t.early(NEEDED_PER_GROUP, treated.matured, holdout.matured), noHoldout: t.off }}
            />
            {isSilent && <p className="text-sm">{t.single(holdout.n)}</p>}
          </>
        )}
      </CardBody>
    </Card>
  );
}
