import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMayAs } from '../../../api/me';
import { webhookQuery } from '../../../api/queries';
import { ErrorPanel, Page } from '../../../components/page';
import { Alert } from '../../../components/ui/alert';
import { Skeleton } from '../../../components/ui/skeleton';
import { BackLink } from '../back-link';
import { CampaignEditor } from './campaign-editor';
import { formOf, newForm } from './campaign-form';
import { campaignQuery, campaignsQuery } from '../queries';
import { segmentsQuery } from '../../../shared/segments/queries';
import { text } from '../text';

const t = text.editor;

export function NewCampaignPage() {
  const mayMake = useMayAs('member');
  return (
    <Page title={t.newTitle} description={<BackLink to="/campaigns">{text.page.back}</BackLink>}>
      {mayMake ? <NewCampaign /> : <Alert>{t.viewers}</Alert>}
    </Page>
  );
}

/** Suggests the webhook URL of the latest campaign, or a list to download for a shop without a server. */
function NewCampaign() {
  const { data, error, refetch } = useInfiniteQuery(campaignsQuery);
  const { audience, segment: segmentId } = newRoute.useSearch();
  const segments = useQuery(segmentsQuery).data;
  const segment = segments?.find(({ id }) => id === segmentId);
  const webhook = useQuery(webhookQuery).data;
  const isReady = data !== undefined && webhook !== undefined && (segmentId === undefined || segments !== undefined);
  const url = data?.pages.flatMap((page) => page.data).find((campaign) => campaign.webhook_url !== null)?.webhook_url ?? '';
  const hasServer = url !== '' || webhook?.secret_set === true;
  return (
    <>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!isReady && error === null && <EditorSkeleton />}
      {isReady && <CampaignEditor campaign={null} initial={newForm({ url, hasServer }, segment ?? audience ?? null)} />}
    </>
  );
}

const newRoute = getRouteApi('/shell/campaigns/new');
const route = getRouteApi('/shell/campaigns/$id/edit');

export function EditCampaignPage() {
  const { id } = route.useParams();
  const { data: campaign, error, refetch } = useQuery(campaignQuery(id));
  const mayChange = useMayAs('member');
  return (
    <Page
      title={campaign === undefined ? text.page.edit : t.editTitle(campaign.name)}
      description={
        <BackLink to="/campaigns/$id" id={id}>
          {campaign?.name ?? text.page.back}
        </BackLink>
      }
    >
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {campaign === undefined && error === null && <EditorSkeleton />}
      {campaign?.status === 'archived' && <Alert kind="warn">{t.archived}</Alert>}
      {campaign !== undefined && campaign.status !== 'archived' && !mayChange && <Alert>{t.viewers}</Alert>}
      {campaign !== undefined && campaign.status !== 'archived' && mayChange && (
        <CampaignEditor key={campaign.id} campaign={campaign} initial={formOf(campaign)} />
      )}
    </Page>
  );
}

function EditorSkeleton() {
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="h-[40rem]" />
      <Skeleton className="h-64" />
    </div>
  );
}
