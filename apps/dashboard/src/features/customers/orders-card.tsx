import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useFormat } from '../../api/me';
import type { ChurnDetailDto, OrderDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { ordersQuery } from './queries';
import { text } from './text';

const t = text.one.timeline;
const RhythmChart = lazy(async () => ({ default: (await import('./rhythm-chart')).RhythmChart }));

/** The orders of a customer, as a chart and as a table. */
export function OrdersCard({ detail }: { readonly detail: ChurnDetailDto }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(ordersQuery(detail.external_id));
  const orders = data?.pages.flatMap((page) => page.data) ?? [];
  const { avg_gap_days: gap, expected_next_order_at: expected } = detail.features_extended;
  return (
    <Card className="min-w-0">
      <CardHeader title={t.title} description={gap === null ? t.noRhythm : t.rhythm(Math.max(1, Math.round(gap)))} />
      <CardBody className="pb-2">
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-48" />}
        {orders.length > 0 && (
          <Suspense fallback={<Skeleton className="h-48" />}>
            <RhythmChart orders={orders} gapDays={gap} expectedAt={expected} />
          </Suspense>
        )}
        {data !== undefined && orders.length === 0 && <p className="text-sm text-muted">{t.none}</p>}
      </CardBody>
      {orders.length > 0 && <OrderTable orders={orders} />}
      {hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
    </Card>
  );
}

function OrderTable({ orders }: { readonly orders: readonly OrderDto[] }) {
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t.date}</Th>
          <Th>{t.order}</Th>
          <Th className="hidden sm:table-cell">
            <span className="sr-only">{text.columns.risk}</span>
          </Th>
          <Th className="text-right">{t.amount}</Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderLine key={`${order.placed_at} ${order.order_id}`} order={order} />
        ))}
      </tbody>
    </Table>
  );
}

function OrderLine({ order }: { readonly order: OrderDto }) {
  const format = useFormat();
  const { order_id: id, placed_at: placedAt, amount, refunded, currency } = order;
  const status = order.test ? 'test' : order.status;
  const write = (money: string): string => new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(money));
  const isPartly = status === 'placed' && Number(refunded) > 0;
  return (
    <Tr className={status === 'placed' ? '' : 'text-muted'}>
      <Td className="whitespace-nowrap">{format.date(placedAt)}</Td>
      <Td className="max-w-36 truncate sm:max-w-sm">{id ?? <span className="text-muted">{t.unnamed}</span>}</Td>
      <Td className="hidden sm:table-cell">{status === 'placed' ? (isPartly ? t.refundedPart(write(refunded)) : '') : t.status[status]}</Td>
      <Td className={`text-right tabular-nums ${status === 'placed' ? '' : 'line-through'}`}>{amount === null ? '–' : write(amount)}</Td>
    </Tr>
  );
}
