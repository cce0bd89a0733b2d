import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { OutgoingEvent } from '#libs/order-import';
import { useFormat, useMe } from '../../api/me';
import { ErrorPanel } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { moneyIn } from '../../format/money-in';
import { shortIdentifier } from '../../format/short-identifier';
import { text } from './text';
import type { Preview, PreviewRow } from './use-preview';

const t = text.preview;

/** Shows what each of the first rows becomes. */
export function PreviewTable({ rows, error, retry }: Pick<Preview, 'rows' | 'error' | 'retry'>) {
  if (error !== null) return <ErrorPanel error={error} onRetry={retry} />;
  return (
    <section aria-label={t.title}>
      <h3 className="mb-2 text-sm font-medium">{t.title}</h3>
      {rows === null ? (
        <Skeleton className="h-40" />
      ) : (
        <ol
          // Focusable, so that it can be scrolled with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t.title}
          className="max-h-96 divide-y divide-line overflow-y-auto rounded-xl border border-line"
        >
          {rows.map((row) => (
            <li key={row.line} className="grid gap-1 px-4 py-2.5 text-sm sm:grid-cols-[5rem_1fr_auto] sm:items-baseline sm:gap-4">
              <span className="text-xs text-muted">{`${t.line} ${row.line}`}</span>
              <span className="min-w-0">
                {row.events.map((event) => (
                  <EventLine key={event.event_id} event={event} />
                ))}
              </span>
              <Verdict row={row} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function EventLine({ event }: { readonly event: OutgoingEvent }) {
  // Exports state what was refunded of an order in all.
  const refunded = event.data?.refunded_total ?? 0;
  return (
    <>
      <FactLine fact={t.eventOf(event.event_type)} event={event} amount={event.value ?? event.data?.spent} />
      {refunded > 0 && <FactLine fact={t.refunded} event={event} amount={refunded} />}
    </>
  );
}

interface FactProps {
  readonly fact: string;
  readonly event: OutgoingEvent;
  readonly amount: number | undefined;
}

function FactLine({ fact, event, amount }: FactProps) {
  const format = useFormat();
  const { currency: shop } = useMe().tenant;
  const order = event.data?.order_id;
  return (
    <span className="block break-words">
      <span className="font-medium">
        {fact}
        {order === undefined ? '' : ` ${order}`}
      </span>{' '}
      {t.of} <span title={event.customer_id}>{shortIdentifier(event.customer_id)}</span>, {format.date(event.occurred_at)}
      {amount === undefined ? '' : `, ${moneyIn(event.data?.currency ?? shop, amount)}`}
    </span>
  );
}

const LOOKS = {
  taken: { Icon: CircleCheck, look: 'text-good' },
  known: { Icon: CircleCheck, look: 'text-muted' },
  changed: { Icon: CircleCheck, look: 'text-good' },
  left_out: { Icon: CircleMinus, look: 'text-muted' },
  wrong: { Icon: CircleAlert, look: 'text-danger' },
} as const;

function Verdict({ row }: { readonly row: PreviewRow }) {
  const { Icon, look } = LOOKS[row.state];
  return (
    <span className={`flex min-w-0 items-start gap-1.5 ${look}`}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{verdictOf(row)}</span>
    </span>
  );
}

function verdictOf({ state, reason }: PreviewRow): string {
  if (state === 'taken') return t.taken;
  if (state === 'known') return t.known;
  if (state === 'changed') return t.changed;
  return state === 'left_out' ? t.left(reason ?? '') : (reason ?? '');
}
