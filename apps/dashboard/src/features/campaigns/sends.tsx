import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CampaignDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { DeliveryTable } from '../../shared/deliveries/delivery-table';
import { campaignDeliveriesQuery } from '../../shared/deliveries/queries';
import { text } from './text';

const t = text.sends;

/** Lists the deliveries of a campaign and their status. */
export function Sends({ campaign: { id, stats } }: { readonly campaign: CampaignDto }) {
  const isSent = stats.sends > 0;
  const { data, error, refetch } = useQuery({ ...campaignDeliveriesQuery(id, stats), enabled: isSent });
  return (
    <Card>
      <CardHeader title={t.title} />
      {!isSent && <CardBody className="text-sm text-muted">{t.empty}</CardBody>}
      {error !== null && (
        <CardBody>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </CardBody>
      )}
      {isSent && data === undefined && error === null && (
        <CardBody>
          <Skeleton className="h-24" />
        </CardBody>
      )}
      {data !== undefined && data.data.length > 0 && (
        <div className="pt-3 pb-2">
          <DeliveryTable deliveries={data.data} isOfCampaign />
          <p className="flex flex-wrap justify-between gap-2 px-5 py-3 text-[0.8125rem] text-muted">
            <span>{t.deliveries}</span>
            {data.pagination.has_more && (
              <Link to="/webhooks" search={{ tab: 'deliveries', campaign: id }} className="font-medium text-accent hover:underline">
                {t.all}
              </Link>
            )}
          </p>
        </div>
      )}
    </Card>
  );
}
