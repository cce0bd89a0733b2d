import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, X } from 'lucide-react';
import { useMe } from '../../api/me';
import { EmptyState, ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { DeliveryTable } from '../../shared/deliveries/delivery-table';
import { deliveriesQuery } from '../../shared/deliveries/queries';
import { DeliveryFilters } from './delivery-filters';
import { ForRole } from '../../components/for-role';
import { RecoverDialog } from './recover-dialog';
import type { WebhooksSearch } from './search';
import { text } from './text';

const t = text.deliveries;
const NO_FILTER = {
  status: undefined,
  event: undefined,
  customer: undefined,
  campaign: undefined,
  destination: undefined,
  from: undefined,
  to: undefined,
};

interface Props {
  readonly search: WebhooksSearch;
  readonly onSearch: (change: Partial<WebhooksSearch>) => void;
}

/** Lists the deliveries, newest first. */
export function DeliveriesTab({ search, onSearch }: Props) {
  const { status, event, customer, campaign, destination, from, to } = search;
  const { timezone } = useMe().tenant;
  const filters = { status, event, customer, campaign, destination, from, to };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(deliveriesQuery(filters, timezone));
  const deliveries = data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DeliveryFilters filters={filters} onChange={onSearch} />
        <ForRole least="admin">
          <RecoverDialog label={t.recover} />
        </ForRole>
      </div>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96" />}
      {data !== undefined && deliveries.length === 0 && (
        <EmptyState
          Icon={Inbox}
          title={isFiltered ? t.nothing : t.empty}
          action={
            isFiltered && (
              <Button look="secondary" onClick={() => onSearch(NO_FILTER)}>
                <X aria-hidden />
                {t.clear}
              </Button>
            )
          }
        >
          {isFiltered ? t.nothingBody : t.emptyBody}
        </EmptyState>
      )}
      {deliveries.length > 0 && (
        <Card className="overflow-hidden">
          <DeliveryTable deliveries={deliveries} filters={filters} />
        </Card>
      )}
      {hasNextPage && (
        <Button look="secondary" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </div>
  );
}
