import { type FileSummary, isBrand, type StatusUse, type Understanding } from '#libs/order-import';
import { useFormat } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { moneyIn } from '../../format/money-in';
import { text } from './text';

const t = text.plan;
/** The names of unread columns that a reader looks through. */
const NAMED_COLUMNS = 10;

interface Props {
  readonly found: Understanding;
  /** The currency of orders that name none. */
  readonly currency: string;
  readonly isByHand: boolean;
}

/** Says what the whole file gives, and what was guessed. */
export function Understood({ found, currency, isByHand }: Props) {
  const { summary, statuses, unread, leftOut, repeated } = found;
  return (
    <>
      {summary !== null && <Summary summary={summary} statuses={statuses} currency={currency} notes={notesOf(summary, found)} />}
      {repeated.length > 0 && !isByHand && <Alert kind="warn">{t.repeated(repeated)}</Alert>}
      {leftOut.length > 0 && <p className="text-sm break-words">{t.leftOutColumns(leftOut)}</p>}
      {unread.length > 0 && !isByHand && (
        <p className="text-sm break-words text-muted">
          {t.unread(unread.slice(0, NAMED_COLUMNS), Math.max(0, unread.length - NAMED_COLUMNS))}
        </p>
      )}
    </>
  );
}

interface SummaryProps {
  readonly summary: FileSummary;
  readonly statuses: readonly StatusUse[];
  readonly currency: string;
  readonly notes: readonly string[];
}

/** Says what the file will bring, before anything is stored. */
function Summary({ summary, statuses, currency, notes }: SummaryProps) {
  const format = useFormat();
  const { rows, orders, customers, firstAt, lastAt, amounts, leftOut, wrong } = summary;
  if (summary.consents !== null) return <Consents summary={summary} />;
  const sums = [...amounts].map(([code, amount]) => moneyIn(code === '' ? currency : code, amount));
  if (summary.histories !== null) return <Histories summary={summary} sums={sums} notes={notes} />;
  return (
    <section aria-label={t.summary.title} className="grid gap-3 rounded-xl border border-line p-4 text-sm">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Fact name={t.summary.orders}>{format.number(orders)}</Fact>
        <Fact name={t.summary.customers}>{format.number(customers)}</Fact>
        <Fact name={t.summary.period}>{firstAt === null ? '–' : `${format.date(firstAt)} – ${format.date(lastAt ?? firstAt)}`}</Fact>
        <Fact name={t.summary.sum}>{sums.length === 0 ? '–' : sums.join(', ')}</Fact>
      </dl>
      <p className="text-muted">{t.summary.rows(rows)}</p>
      {notes.map((note) => (
        <p key={note} className="break-words">
          {note}
        </p>
      ))}
      {statuses.length > 0 && (
        <ul aria-label={t.statuses} className="grid gap-0.5">
          {statuses.slice(0, SHOWN_STATUSES).map(({ status, rows: count, kind }) => (
            <li key={status} className="break-words">
              {t.summary.status(status, count, t.statusKinds[kind])}
            </li>
          ))}
          {statuses.length > SHOWN_STATUSES && <li className="text-muted">{t.moreStatuses(statuses.length - SHOWN_STATUSES)}</li>}
        </ul>
      )}
      {(leftOut.size > 0 || wrong > 0) && (
        <ul className="grid gap-0.5 text-muted">
          {[...leftOut].map(([why, count]) => (
            <li key={why}>{text.done.left(count, why)}</li>
          ))}
          {wrong > 0 && <li>{text.plan.summary.wrong(wrong, wrong === rows)}</li>}
        </ul>
      )}
    </section>
  );
}

/** A file that sums up customers brings no orders. */
function Histories({ summary, sums, notes }: Pick<SummaryProps, 'summary' | 'notes'> & { readonly sums: readonly string[] }) {
  const format = useFormat();
  const { histories, rows, leftOut, withoutAmount, wrong } = summary;
  if (histories === null) return null;
  const { customers, orders, until, withoutOrders, withoutLastDay } = histories;
  return (
    <section aria-label={t.summary.title} className="grid gap-2 rounded-xl border border-line p-4 text-sm">
      <p>{t.summary.histories(customers, orders, format.date(until), withoutOrders)}</p>
      <p className="text-muted">{t.summary.historiesOnly(sums.length === 0 ? '–' : sums.join(', '))}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {withoutLastDay > 0 && <p>{t.summary.withoutLastDay(withoutLastDay, customers)}</p>}
      {withoutAmount > 0 && <p>{t.summary.withoutAmount(withoutAmount)}</p>}
      {[...leftOut].map(([why, count]) => (
        <p key={why} className="text-muted">
          {text.done.left(count, why)}
        </p>
      ))}
      {wrong > 0 && <p className="text-muted">{t.summary.wrong(wrong, wrong === rows)}</p>}
    </section>
  );
}

/** A list of customers brings consent and nothing else. */
function Consents({ summary: { rows, consents, leftOut, wrong } }: { readonly summary: FileSummary }) {
  return (
    <section aria-label={t.summary.title} className="grid gap-2 rounded-xl border border-line p-4 text-sm">
      <p>{t.summary.consents(consents?.yes ?? 0, consents?.no ?? 0)}</p>
      <p className="text-muted">{t.summary.consentsOnly(rows)}</p>
      {[...leftOut].map(([why, count]) => (
        <p key={why} className="text-muted">
          {text.done.left(count, why)}
        </p>
      ))}
      {wrong > 0 && <p className="text-muted">{t.summary.wrong(wrong, wrong === rows)}</p>}
    </section>
  );
}

/** Statuses by name. A shop has ten or so. */
const SHOWN_STATUSES = 12;

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  );
}

function notesOf(
  { cancelled, refunds, withoutAmount, accepting, namedOnly, returnsOnly }: FileSummary,
  { rows, plan, columns }: Understanding,
): string[] {
  const uses = new Set(columns.map(({ column }) => column));
  const marks = plan.marks.map(({ column }) => column).filter((column) => !uses.has(column));
  return [
    ...(rows === 'items' ? [t.itemRows] : []),
    ...itemNotes(columns),
    ...(cancelled > 0 || refunds > 0 ? [t.takenBack(cancelled, refunds)] : []),
    ...(marks.length > 0 ? [t.countsBy(marks)] : []),
    ...(plan.layout.sums === 'repeats' && plan.amounts !== null ? [t.summary.means] : []),
    ...(withoutAmount > 0 && plan.layout.sums === undefined ? [t.withoutAmount(withoutAmount)] : []),
    ...(accepting === null ? [] : [t.accepting(accepting.yes, accepting.no)]),
    ...(namedOnly > 0 ? [t.namedOnly(namedOnly)] : []),
    ...(returnsOnly > 0 ? [t.returnsOnly(returnsOnly)] : []),
  ];
}

/** Says which columns tell what was bought, and which one stands for a category that the file does not name. */
function itemNotes(columns: Understanding['columns']): string[] {
  const said = columns.filter(({ field }) => field === 'product_id' || field === 'category');
  const category = said.find(({ field }) => field === 'category')?.column;
  return [
    ...(said.length > 0 ? [t.items(said.map(({ column }) => column))] : []),
    ...(category !== undefined && isBrand(category) ? [t.vendorAsCategory(category)] : []),
  ];
}
