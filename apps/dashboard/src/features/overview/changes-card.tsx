import { LABELS } from '../../api/labels';
import { useFormat } from '../../api/me';
import type { AnalyticsDto } from '../../api/schema';
import { RiskBadge } from '../../components/risk-badge';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { type Difference, differenceOf } from './difference';
import { text } from './text';

const t = text.changes;

export function ChangesCard({ analytics }: { readonly analytics: AnalyticsDto }) {
  const format = useFormat();
  const { previous_period: before, period } = analytics;
  return (
    <Card>
      <CardHeader title={t.title[period]} />
      <CardBody>
        {before === null ? (
          <p className="text-sm text-muted">{t.none}</p>
        ) : (
          <ul className="grid gap-2 text-sm">
            {LABELS.toReversed().map((label) => (
              <li key={label} className="flex items-center justify-between gap-3">
                <RiskBadge label={label} />
                <span className="text-muted tabular-nums">
                  {changeText(differenceOf(analytics.distribution[label], before.distribution[label]))}
                </span>
              </li>
            ))}
            <li className="flex items-center justify-between gap-3 border-t border-line pt-2">
              {t.revenue}
              <span className="text-muted tabular-nums">
                {moneyChangeText(differenceOf(Number(analytics.revenue_at_risk), Number(before.revenue_at_risk)), (by) =>
                  format.money(by, 'whole'),
                )}
              </span>
            </li>
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

const changeText = (difference: Difference): string =>
  'by' in difference ? t.customers(difference.by, difference.kind === 'rise') : t.same;

function moneyChangeText(difference: Difference, write: (by: number) => string): string {
  const { more, fewer } = text.tiles;
  if (!('by' in difference)) return t.same;
  return difference.kind === 'rise' ? more(write(difference.by)) : fewer(write(difference.by));
}
