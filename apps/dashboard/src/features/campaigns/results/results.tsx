import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../api/me';
import type { CampaignDto, CampaignResultsDto } from '../../../api/schema';
import { ForRole } from '../../../components/for-role';
import { ErrorPanel } from '../../../components/page';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { text as armText } from '../arms/text';
import { ArmResults } from './arm-results';
import { Comparison } from './comparison';
import { CountedNote } from './counted-note';
import { earlyWords } from './early-words';
import { type NextStep, nextStepOf } from './next-step';
import { isOver } from './outcome';
import { isUnderWay, previewQuery, resultsQuery } from '../queries';
import { SendButton } from '../sending/send-button';
import { text } from '../text';
import { UploadNote } from '../orders-needed/upload-note';

const t = text.results;

/** Says whether the campaign works, with the numbers behind it. */
export function Results({ campaign }: { readonly campaign: CampaignDto }) {
  const isSent = campaign.stats.sends > 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery(resultsQuery(campaign));
  const isNobody = data !== undefined && data.treated.n + data.holdout.n === 0;
  const isBeginning = isNobody && data.undelivered === 0 && (campaign.channel === 'download' || isUnderWay(campaign, dataUpdatedAt));
  return (
    <Card>
      <CardHeader title={t.title} description={data?.window_days ? t.windowOf[campaign.channel](data.window_days) : undefined} />
      <CardBody className="grid gap-6">
        {!isSent && <p className="text-sm text-muted">{t.notYetOf[campaign.channel]}</p>}
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {isSent && data === undefined && error === null && <Skeleton className="h-56" />}
        {data?.window_days != null && !isNobody && campaign.last_sent_at !== null && (
          <UploadNote contactedAt={campaign.last_sent_at} windowDays={data.window_days} />
        )}
        {data !== undefined && data.undelivered > 0 && <Undelivered channel={campaign.channel} count={data.undelivered} />}
        {data !== undefined && isSent && <CountedNote results={data} answeredAt={dataUpdatedAt} />}
        {data !== undefined &&
          data.counted_at !== null &&
          !(isNobody && data.undelivered > 0) &&
          (isBeginning ? (
            <p className="text-sm text-muted">{t.beginningOf[campaign.channel]}</p>
          ) : (
            <Found results={data} campaign={campaign} />
          ))}
      </CardBody>
    </Card>
  );
}

function Undelivered({ channel, count }: { readonly channel: CampaignDto['channel']; readonly count: number }) {
  if (channel === 'download') return <Alert title={t.givenUpTitle}>{t.givenUp(count)}</Alert>;
  return (
    <Alert kind="bad" title={t.undeliveredTitle}>
      {t.undelivered(count)} {t.undeliveredHelp}
    </Alert>
  );
}

/** Shows what to do after the result, with its button. */
function Advice({ step: { advice, action }, campaign }: { readonly step: NextStep; readonly campaign: CampaignDto }) {
  return (
    <section className="grid gap-3 rounded-xl border border-line px-4 py-3 text-sm">
      <div>
        <h3 className="font-medium">{t.next.title}</h3>
        <p>{advice}</p>
      </div>
      <ForRole least="member">
        {action === 'send' && (
          <div className="flex flex-wrap items-center gap-3">
            <SendButton campaign={campaign} label={t.next.sendBy[campaign.channel]} />
          </div>
        )}
        {action === 'edit' && (
          <Button asChild look="secondary" className="justify-self-start">
            <Link to="/campaigns/$id/edit" params={{ id: campaign.id }}>
              {t.next.edit}
            </Link>
          </Button>
        )}
        {action === 'create' && (
          <Button asChild look="secondary" className="justify-self-start">
            <Link to="/campaigns/new">{t.next.create}</Link>
          </Button>
        )}
      </ForRole>
    </section>
  );
}

interface FoundProps {
  readonly results: CampaignResultsDto;
  readonly campaign: CampaignDto;
}

function Found({ results, campaign }: FoundProps) {
  const format = useFormat();
  const { data: preview } = useQuery({ ...previewQuery(campaign.id), enabled: campaign.status !== 'archived' });
  const step = preview === undefined ? null : nextStepOf(results, campaign, preview, format.date);
  const hasArms = results.arms.length > 0;
  const advice = step !== null && <Advice step={step} campaign={campaign} />;
  const contaminated = results.treated.contaminated + results.holdout.contaminated;
  return (
    <>
      {hasArms && <ArmResults results={results}>{advice}</ArmResults>}
      {hasArms && <h3 className="border-t border-line pt-5 font-medium">{armText.together}</h3>}
      <Comparison results={results} percent={campaign.holdout_percent} words={{ ...t, early: earlyWords(results, campaign, format) }}>
        {!hasArms && advice}
      </Comparison>
      {!isOver(results) && results.counted_at !== null && (
        <p className="text-[0.8125rem] text-muted">
          {t.interim(format.dateTime(results.counted_at), results.treated.matured, results.holdout.matured)}
        </p>
      )}
      {contaminated > 0 && (
        <p className="text-[0.8125rem] text-muted">{t.contaminated(results.treated.contaminated, results.holdout.contaminated)}</p>
      )}
    </>
  );
}
