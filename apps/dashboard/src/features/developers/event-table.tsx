import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import type { LoggedEventDto } from '../../api/schema';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { shortIdentifier } from '../../format/short-identifier';
import { text } from './text';

const t = text.events;

export function EventTable({ events }: { readonly events: readonly LoggedEventDto[] }) {
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          {[t.received, t.event, t.customer, t.from, t.outcome].map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {withKeys(events).map(({ key, event }) => (
          <Tr key={key} className="align-top">
            <Td className="whitespace-nowrap text-muted">{format.dateTime(event.received_at)}</Td>
            <Td>
              <span className="font-mono text-[0.8125rem]">{event.event_type ?? t.unknownType}</span>
              <span className="block max-w-56 truncate text-xs text-muted" title={event.event_id ?? undefined}>
                {event.event_id ?? t.noId}
              </span>
            </Td>
            <Td>
              <Customer event={event} />
            </Td>
            <Td className="text-muted">{senderOf(event)}</Td>
            <Td className="min-w-48">
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
  if (id === null) return <span className="text-muted">–</span>;
  if (status === 'rejected') return <span title={id}>{shortIdentifier(id)}</span>;
  return (
    <Link to="/customers/$externalId" params={{ externalId: id }} className="font-medium text-accent hover:underline">
      {shortIdentifier(id)}
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

function senderOf({ via, sender }: LoggedEventDto): string {
  if (via === null) return t.via.unknown;
  return sender === null ? t.via[via] : `${t.via[via]} ${via === 'storefront' ? sender : `ck_live_${sender}…`}`;
}
