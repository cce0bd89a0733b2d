import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import type { CampaignDto } from '../../api/schema';
import { ErrorPanel, Page } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { AudiencePreview } from './audience-preview';
import { BackLink } from './back-link';
import { ForRole } from '../../components/for-role';
import { CampaignActions } from './campaign-actions';
import { CampaignSettings } from './campaign-settings';
import { campaignQuery, previewQuery } from './queries';
import { pauseOf } from './pause';
import { Results } from './results/results';
import { SecretNote } from './secret-note';
import { Sendings } from './sendings';
import { Sends } from './sends';
import { StatusBadge } from './status-badge';
import { text as t } from './text';
import { WaitingLists } from './waiting-lists';

const route = getRouteApi('/shell/campaigns/$id');

export function CampaignPage() {
  const { id } = route.useParams();
  const { data: campaign, error, refetch } = useQuery(campaignQuery(id));
  return (
    <Page
      title={campaign?.name ?? t.title}
      description={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <BackLink to="/campaigns">{t.page.back}</BackLink>
          {campaign !== undefined && <StatusBadge campaign={campaign} />}
        </span>
      }
      actions={
        campaign !== undefined && (
          <ForRole least="member">
            <CampaignActions campaign={campaign} />
          </ForRole>
        )
      }
    >
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {campaign === undefined && error === null && <Skeleton className="h-96" />}
      {campaign !== undefined && <Parts campaign={campaign} />}
    </Page>
  );
}

/** On a phone the result comes first, then the customers to contact next, and the details last. */
function Parts({ campaign }: { readonly campaign: CampaignDto }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
      <div className="grid grid-cols-1 gap-6">
        <Notes campaign={campaign} />
        <WaitingLists campaign={campaign} />
        <Results campaign={campaign} />
      </div>
      <div className="grid grid-cols-1 gap-6 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {campaign.status !== 'archived' && <WhoNow campaign={campaign} />}
        <CampaignSettings campaign={campaign} />
      </div>
      <div className="grid grid-cols-1 gap-6 xl:col-start-1">
        <Sendings campaign={campaign} />
        {campaign.channel === 'webhook' && <Sends campaign={campaign} />}
      </div>
    </div>
  );
}

function Notes({ campaign }: { readonly campaign: CampaignDto }) {
  const format = useFormat();
  const { status, schedule, trigger, next_run_at: next } = campaign;
  const isAutomatic = schedule !== null || trigger !== null;
  return (
    <>
      {status !== 'archived' && campaign.channel === 'webhook' && <SecretNote />}
      {status === 'draft' && isAutomatic && <Alert kind="warn">{t.page.notActive}</Alert>}
      {status === 'paused' && <Alert kind="warn">{t.page.pausedNote}</Alert>}
      {next !== null && <Alert>{t.when.next(format.dateTime(next))}</Alert>}
    </>
  );
}

function WhoNow({ campaign }: { readonly campaign: CampaignDto }) {
  const { data, error, refetch } = useQuery(previewQuery(campaign.id));
  return (
    <Card>
      <CardHeader title={campaign.stats.sends > 0 ? t.preview.titleSent : t.preview.title} />
      <CardBody>
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-40" />}
        {data !== undefined && (
          <>
            <AudiencePreview
              preview={data}
              audience={campaign.audience}
              holdoutPercent={campaign.holdout_percent}
              isSent={campaign.stats.sends > 0}
            />
            {data.recipients_count === 0 && data.left_out.reserved > 0 && (
              <p className="mt-4 text-sm">{t.preview.reserved[campaign.channel]}</p>
            )}
            {data.recipients_count === 0 && data.left_out.reserved === 0 && data.left_out.cooldown > 0 && (
              <p className="mt-4 text-sm">{t.preview.next(t.page.days(pauseOf(campaign, data.window_days)))}</p>
            )}
          </>
        )}
      </CardBody>
    </Card>
  );
}
