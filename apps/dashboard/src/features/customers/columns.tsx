import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { Link } from '@tanstack/react-router';
import type { CustomerDto } from '../../api/schema';
import { InfoHint } from '../../components/info-hint';
import { LifecycleBadge } from '../../components/lifecycle-badge';
import { RiskBadge } from '../../components/risk-badge';
import type { ShopFormat } from '../../format/shop-format';
import { text as listText } from '../../shared/customer-list/text';
import { text as worthText } from '../../shared/slipping/text';
import { winOf } from '../../shared/slipping/worth';
import { terms } from '../../text/terms';
import { text } from './text';

const t = text.columns;

/** The table does not sort or filter: the API does. */
export const FEATURES = tableFeatures({});
const column = createColumnHelper<typeof FEATURES, CustomerDto>();

/** Width of each column, and the width of the table from which it is visible: the identifier keeps at least 100 px. */
export const LAYOUT: Readonly<Record<string, string>> = {
  customer: 'min-w-0 flex-1',
  lifecycle: 'hidden w-32 shrink-0 @xl:block',
  overdue: 'hidden w-22 shrink-0 @2xl:block',
  risk: 'hidden w-32 shrink-0 @xl:block',
  score: 'hidden w-16 shrink-0 text-right @3xl:block',
  revenue: 'w-24 shrink-0 text-right',
  worth: 'hidden w-24 shrink-0 text-right @5xl:block',
  lastOrder: 'hidden w-24 shrink-0 text-right @4xl:block',
  orders: 'hidden w-14 shrink-0 text-right @5xl:block',
  spent: 'hidden w-20 shrink-0 text-right @min-[70rem]:block',
};

/**
 * @param nameOf names a customer
 */
export const columnsOf = (format: ShopFormat, now: Date, nameOf: (externalId: string) => string) =>
  column.columns([
    column.accessor('external_id', {
      id: 'customer',
      header: t.customer,
      cell: ({ getValue, row }) => (
        <>
          <Link
            to="/customers/$externalId"
            params={{ externalId: getValue() }}
            className="block font-medium wrap-anywhere after:absolute after:inset-0 hover:text-accent"
          >
            {nameOf(getValue())}
          </Link>
          <OnPhone customer={row.original} />
          <Marks customer={row.original} />
        </>
      ),
    }),
    column.accessor('lifecycle', {
      id: 'lifecycle',
      header: () => <Explained name={t.lifecycle} hint={terms.lifecycle} />,
      cell: ({ getValue, row }) => <LifecycleBadge lifecycle={getValue()} orders={row.original.orders_count} />,
    }),
    column.accessor('overdue_days', {
      id: 'overdue',
      header: t.overdue,
      cell: ({ getValue }) => <Overdue days={getValue()} format={format} now={now} />,
    }),
    column.accessor((customer) => customer.churn?.label ?? null, {
      id: 'risk',
      header: t.risk,
      cell: ({ getValue }) => <RiskBadge label={getValue()} />,
    }),
    column.accessor((customer) => customer.churn?.score ?? null, {
      id: 'score',
      header: t.score,
      cell: ({ getValue }) => shareOf(getValue(), format),
    }),
    column.accessor('revenue_at_risk', {
      id: 'revenue',
      header: () => <Explained name={worthText.toWin} hint={terms.toWin} />,
      cell: ({ row }) => <ToWin customer={row.original} format={format} />,
    }),
    column.accessor('contact_value', {
      id: 'worth',
      header: t.worth,
      cell: ({ getValue }) => <Worth value={getValue()} format={format} />,
    }),
    column.accessor('last_order_at', {
      id: 'lastOrder',
      header: t.lastOrder,
      cell: ({ getValue }) => <LastOrder at={getValue()} format={format} now={now} />,
    }),
    column.accessor('orders_count', { id: 'orders', header: t.orders, cell: ({ getValue }) => format.number(getValue()) }),
    column.accessor('monetary_total', { id: 'spent', header: t.spent, cell: ({ getValue }) => format.money(getValue(), 'round') }),
  ]);

interface When {
  readonly format: ShopFormat;
  readonly now: Date;
}

/** The link of a row lies over its cells. What explains itself under the pointer must stand above it. */
const ABOVE_LINK = 'relative';
const NOTHING = <span className="text-muted">–</span>;

const Explained = ({ name, hint }: { readonly name: string; readonly hint: string }) => (
  // The icon ends where the column ends: its button is a little larger, for fingers.
  <span className="-my-1 -mr-1 inline-flex items-center">
    {name}
    <InfoHint text={hint} />
  </span>
);

/** A phone has no room for more columns, so the lifecycle and the days overdue are written below the name. */
function OnPhone({ customer: { lifecycle, overdue_days: overdue, orders_count: orders } }: { readonly customer: CustomerDto }) {
  const more = [overdue === null ? null : text.overdue(overdue), orders === 1 ? listText.oneOrder : null].filter((part) => part !== null);
  return (
    <span className="block text-xs text-muted @xl:hidden">
      <LifecycleBadge lifecycle={lifecycle} orders={orders} />
      {more.length > 0 && <span className="block truncate">{more.join(', ')}</span>}
    </span>
  );
}

function Marks({ customer: { control_group: group, marketing_consent: consent } }: { readonly customer: CustomerDto }) {
  const marks = [group === 'none' ? null : text.controlMark, consent === 'no' ? text.noConsentMark : null].filter((mark) => mark !== null);
  return marks.length === 0 ? null : <span className="block truncate text-xs text-muted">{marks.join(', ')}</span>;
}

/** The order of the list follows this amount, so it stands in each row. */
function ToWin({ customer, format }: { readonly customer: CustomerDto; readonly format: ShopFormat }) {
  return (
    <>
      {winOf(customer, format)}
      {customer.churn !== null && (
        <span className="block text-xs text-muted @xl:hidden">{text.risk(format.score(customer.churn.score))}</span>
      )}
      {customer.orders_count === 1 && <span className="hidden text-xs whitespace-nowrap text-muted @xl:block">{listText.oneOrder}</span>}
    </>
  );
}

function Worth({ value, format }: { readonly value: CustomerDto['contact_value']; readonly format: ShopFormat }) {
  if (value === null) return NOTHING;
  return (
    <span title={text.likely(format.money(value.low), format.money(value.high))} className={ABOVE_LINK}>
      {format.money(value.value, 'round')}
    </span>
  );
}

function Overdue({ days, format, now }: When & { readonly days: number | null }) {
  if (days === null) return NOTHING;
  return (
    <span title={text.overdueSince(format.daysAgo(days, now))} className={ABOVE_LINK}>
      {listText.overdueDays(days)}
    </span>
  );
}

function LastOrder({ at, format, now }: When & { readonly at: string | null }) {
  if (at === null) return NOTHING;
  return (
    <time
      dateTime={at}
      title={`${text.daysAgo(format.daysSince(at, now))}, ${format.orderTime(at)}`}
      className={`${ABOVE_LINK} text-muted`}
    >
      {format.date(at)}
    </time>
  );
}

const shareOf = (score: string | null, format: ShopFormat): string => (score === null ? '–' : format.score(score));
