import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import type { LoggedEventDto } from '../../api/schema';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { useCustomerNames } from '../../shared/addresses/use-address-book';
import { text } from './text';

const t = text.events;

export function EventTable({ events }: { readonly events: readonly LoggedEventDto[] }) {
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <Th className="hidden sm:table-cell">{t.received}</Th>
          <Th>{t.event}</Th>
          <Th className="hidden sm:table-cell">{t.customer}</Th>
          <Th className="hidden md:table-cell">{t.from}</Th>
          <Th>{t.outcome}</Th>
        </tr>
      </thead>
      <tbody>
        {withKeys(events).map(({ key, event }) => (
          <Tr key={key} className="align-top">
            <Td className="hidden whitespace-nowrap text-muted sm:table-cell">{format.dateTime(event.received_at)}</Td>
            <Td>
              <span className="font-mono text-[0.8125rem]">{event.event_type ?? t.unknownType}</span>
              <span className="block max-w-32 truncate text-xs text-muted sm:max-w-56" title={event.event_id ?? undefined}>
                {event.event_id ?? t.noId}
              </span>
              <span className="block sm:hidden">
                <Customer event={event} />
                <span className="block text-xs text-muted">{format.dateTime(event.received_at)}</span>
              </span>
            </Td>
            <Td className="hidden sm:table-cell">
              <Customer event={event} />
            </Td>
            <Td className="hidden text-muted md:table-cell">{senderOf(event)}</Td>
            <Td className="sm:min-w-48">
              <Outcome event={event} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Rejected events of one request may be alike in every field. */
export const withKeys = (events: readonly LoggedEventDto[]): { readonly key: string; readonly event: LoggedEventDto }[] =>
  events.map((event, place) => ({ key: `${event.status} ${event.received_at} ${event.event_id} ${place}`, event }));

function Customer({ event: { customer_id: id, status } }: { readonly event: LoggedEventDto }) {
  const nameOf = useCustomerNames();
  if (id === null) return <span className="text-muted">–</span>;
  if (status === 'rejected') return <span title={id}>{nameOf(id)}</span>;
  return (
    <Link to="/customers/$externalId" params={{ externalId: id }} className="inline-block font-medium text-accent hover:underline">
      {nameOf(id)}
    </Link>
  );
}

function Outcome({ event: { status, occurred_at: at, code, reason, further } }: { readonly event: LoggedEventDto }) {
  const format = useFormat();
  if (status === 'accepted') return <span className="text-muted">{at === null ? t.accepted : t.happened(format.dateTime(at))}</span>;
  return (
    <>
      <span className="font-medium text-danger">{t.rejected(code ?? '')}</span>
      <span className="block text-[0.8125rem] text-muted">{reason}</span>
      {further > 0 && <span className="block text-[0.8125rem] text-muted">{t.further(further)}</span>}
    </>
  );
}

function senderOf({ via, sender, key_name: name }: LoggedEventDto): string {
  if (via === null) return t.via.unknown;
  if (name !== null) return `${t.via[via]} “${name}”`;
  return sender === null ? t.via[via] : `${t.via[via]} ${via === 'storefront' ? sender : `ck_live_${sender}…`}`;
}
