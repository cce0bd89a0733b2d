import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { OrderDto } from '../../api/schema';
import { Button } from '../../components/ui/button';
import { Card, CardHeader } from '../../components/ui/card';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { ordersQuery } from './queries';
import { text } from './text';

const t = text.one.timeline;
/** The first orders of the list; the button shows the others. */
const FIRST = 8;

/** Lists the orders of a customer, newest first. The chart above it reports errors. */
export function OrdersCard({ externalId }: { readonly externalId: string }) {
  const format = useFormat();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(ordersQuery(externalId));
  const [isOpen, setIsOpen] = useState(false);
  const orders = data?.pages.flatMap((page) => page.data) ?? [];
  const removedBefore = data?.pages[0]?.removed_before ?? null;
  if (orders.length === 0 && removedBefore === null) return null;
  const hidesSome = !isOpen && orders.length > FIRST;
  const showMore = (): void => {
    if (isOpen) void fetchNextPage();
    setIsOpen(true);
  };
  return (
    <Card className="min-w-0 pb-1">
      <CardHeader title={t.title} />
      {orders.length > 0 && (
        <div className="mt-2">
          <OrderTable orders={hidesSome ? orders.slice(0, FIRST) : orders} />
        </div>
      )}
      {(hidesSome || hasNextPage) && (
        <div className="border-t border-line p-3 text-center">
          <Button look="quiet" busy={isFetchingNextPage} onClick={showMore}>
            {t.more}
          </Button>
        </div>
      )}
      {!hidesSome && !hasNextPage && removedBefore !== null && (
        <p className="px-5 py-3 text-sm text-muted">{t.removed(format.date(removedBefore))}</p>
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
