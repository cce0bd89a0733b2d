import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { TO_CONTACT } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import type { CustomerDto, LifecycleAnalyticsDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { ForRole } from '../../components/for-role';
import { Button } from '../../components/ui/button';
import { Card, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th } from '../../components/ui/table';
import { useAddressBook, useCustomerNames } from '../../shared/addresses/use-address-book';
import { AddressBookNote } from '../../shared/addresses/address-book-note';
import { isPseudonym } from '#libs/order-import';
import { text as listText } from '../../shared/customer-list/text';
import type { Contact } from '../../shared/slipping/last-contact';
import { lastContactQuery } from '../../shared/slipping/queries';
import { text as worthText } from '../../shared/slipping/text';
import { countToContact, winOf, worthOf } from '../../shared/slipping/worth';
import { lifecycleName } from '../../text/lifecycle-name';
import { reasonsOf } from './left-out';
import { NobodyToContact } from './nobody-to-contact';
import { areLastDaysUnknown } from './quality/unknown-days';
import { reasonQuery, type Slipping, slippingQuery } from './queries';
import { text } from './text';

const t = text.slipping;
const CONTACT = { lifecycle: TO_CONTACT };
const LATE_BUT_LIKELY = { lifecycle: ['active'], late: 'any' } as const;

/** The first list of the product: the customers to contact first, why, and what it is worth. */
export function SlippingCard({ late, lifecycle, revenue }: Pick<LifecycleAnalyticsDto, 'late' | 'lifecycle' | 'revenue'>) {
  const format = useFormat();
  const count = countToContact(late, TO_CONTACT);
  const { data: slipping, error, refetch } = useQuery(slippingQuery);
  const { data: contact = null } = useQuery(lastContactQuery);
  const isDayUnknown = slipping !== undefined && areLastDaysUnknown(slipping.first);
  const isNobodyFree = slipping !== undefined && slipping.all > 0 && slipping.free === 0;
  return (
    <Card className="min-w-0">
      <CardHeader
        title={slipping?.free === 0 ? t.titleNobody : t.title}
        description={
          <>
            {contact !== null && <span className="block text-text">{t.contacted(contact.name, format.date(contact.sentAt))}</span>}
            {slipping !== undefined && slipping.free > 0 && (
              <span className="block text-text">
                {worthText.count(slipping.free)}{' '}
                {worthOf({ customers: slipping.free, toWin: slipping.toWin }, revenue.horizon_days, format)}
              </span>
            )}
            {slipping !== undefined && slipping.first.length > 0 && !isDayUnknown && (
              <span className="block">{t.order(slipping.first.length)}</span>
            )}
            {isDayUnknown && (
              <span className="mt-1 block text-text">
                {t.noDays}{' '}
                <Link to="/integrations/upload" className="font-medium text-accent hover:underline">
                  {t.uploadOrders}
                </Link>
              </span>
            )}
          </>
        }
      >
        {count > 0 && <Actions count={count} free={slipping?.free ?? 0} contact={contact} />}
      </CardHeader>
      {error !== null && slipping === undefined && (
        <div className="p-5">
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {error === null && slipping === undefined && <Skeleton className="m-5 h-64" />}
      {slipping?.free === 0 && <NobodyToContact areTaken={isNobodyFree} lifecycle={lifecycle} />}
      {slipping !== undefined && slipping.first.length > 0 && <SlippingTable customers={slipping.first} />}
      <Footnotes late={late} slipping={slipping} />
    </Card>
  );
}

interface ActionsProps {
  readonly count: number;
  /** Number of customers that a campaign may contact. */
  readonly free: number;
  readonly contact: Contact | null;
}

function Actions({ count, free, contact }: ActionsProps) {
  return (
    <div className="grid w-full grid-cols-2 items-center gap-2 sm:flex sm:w-auto">
      {contact !== null && (
        <Button asChild className="col-span-2">
          <Link to="/campaigns/$id" params={{ id: contact.id }}>
            {t.seeCampaign}
          </Link>
        </Button>
      )}
      {free > 0 && (
        <ForRole least="member">
          <Button asChild look={contact === null ? 'primary' : 'secondary'} className="col-span-2">
            <Link to="/campaigns/new">
              <Megaphone aria-hidden />
              {t.winBack(free)}
            </Link>
          </Button>
        </ForRole>
      )}
      <Button asChild look="secondary">
        <Link to="/customers" search={CONTACT}>
          {t.all(count)}
        </Link>
      </Button>
    </div>
  );
}

interface FootnotesProps extends Pick<LifecycleAnalyticsDto, 'late'> {
  /** Undefined while it loads. */
  readonly slipping: Slipping | undefined;
}

/** Late customers that the list leaves out, and what a campaign does. */
function Footnotes({ late: { active }, slipping }: FootnotesProps) {
  const free = slipping?.free ?? 0;
  if (free + active.customers === 0) return null;
  return (
    <div className="grid gap-1.5 border-t border-line px-5 py-4 text-sm text-muted">
      {slipping !== undefined && free > 0 && slipping.all > free && <p>{t.taken(slipping.all - free, reasonsOf(slipping.leftOut))}</p>}
      {active.customers > 0 && (
        <p>
          {t.likely(active.customers)}{' '}
          <Link to="/customers" search={LATE_BUT_LIKELY} className="font-medium text-accent hover:underline">
            {t.showLikely(active.customers)}
          </Link>
        </p>
      )}
      {free > 0 && <p>{t.howTo(free)}</p>}
    </div>
  );
}

const SlippingTable = ({ customers }: { readonly customers: readonly CustomerDto[] }) => (
  <div className="mt-3 pb-1">
    <NamesOffer customers={customers} />
    <Table>
      <thead>
        <tr>
          <Th>{t.customer}</Th>
          <Th>{t.overdue}</Th>
          <Th className="pr-5 text-right md:pr-3">{worthText.toWin}</Th>
          <Th className="hidden md:table-cell">{t.why}</Th>
          <Th className="hidden md:table-cell">
            <span className="sr-only">{t.open}</span>
          </Th>
        </tr>
      </thead>
      {customers.map((customer, at) => (
        <SlippingRow key={customer.id} customer={customer} rank={at + 1} />
      ))}
    </Table>
  </div>
);

/** Offers to name the customers until this browser can. */
function NamesOffer({ customers }: { readonly customers: readonly CustomerDto[] }) {
  const { contacts } = useAddressBook();
  if (contacts.size > 0) return null;
  return (
    <div className="mb-4 px-5">
      <AddressBookNote hasCodes={customers.some(({ external_id: id }) => isPseudonym(id))} />
    </div>
  );
}

/** On a phone the reason has a line of its own, because another column does not fit. */
function SlippingRow({ customer, rank }: { readonly customer: CustomerDto; readonly rank: number }) {
  const format = useFormat();
  const { external_id: externalId, overdue_days: overdue, lifecycle, orders_count: orders, churn } = customer;
  const { data: reason } = useQuery(reasonQuery(externalId));
  const nameOf = useCustomerNames();
  const row = 'align-top group-hover:bg-subtle/60';
  return (
    <tbody className="group border-b border-line last:border-0">
      <tr className={row}>
        <Td className="flex w-40 gap-2 md:w-56">
          <span className="w-3 shrink-0 text-right text-muted tabular-nums">{rank}</span>
          <Link
            to="/customers/$externalId"
            params={{ externalId }}
            className="min-w-6 font-medium wrap-anywhere hover:text-accent hover:underline"
          >
            {nameOf(externalId)}
          </Link>
        </Td>
        <Td className="text-risk-high-text md:whitespace-nowrap">
          {overdue === null ? lifecycleName(lifecycle ?? 'second_order_due', orders) : listText.overdueDays(overdue)}
        </Td>
        <Td className="pr-5 text-right whitespace-nowrap tabular-nums md:pr-3">
          <span className="font-medium">{winOf(customer, format)}</span>
          {churn !== null && <span className="block text-xs text-muted">{t.risk(format.score(churn.score))}</span>}
          {orders === 1 && <span className="block text-xs text-muted">{listText.oneOrder}</span>}
        </Td>
        <Td className="hidden text-muted md:table-cell">{reason === undefined ? <Skeleton className="h-5 w-full" /> : (reason ?? '–')}</Td>
        <Td className="hidden text-right md:table-cell">
          <Link
            to="/customers/$externalId"
            params={{ externalId }}
            aria-label={t.openOne(nameOf(externalId))}
            className="font-medium text-accent hover:underline"
          >
            {t.open}
          </Link>
        </Td>
      </tr>
      <tr className={`${row} md:hidden`}>
        <td colSpan={3} className="px-5 pb-3 text-[0.8125rem] text-muted">
          {reason}
        </td>
      </tr>
    </tbody>
  );
}
