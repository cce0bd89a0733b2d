import { cleanCell } from '../csv/clean-cell.js';
import { plainName } from '../csv/columns.js';
import { LINE_WORDS, type LineKind, PAYMENT_NAMES, TYPE_WORDS, UNPAID_WORDS, WAITING } from '../statuses/mark-names.js';
import { plainStatus, type StatusKind, statusMeaning, type StatusMeaning } from '../statuses/order-status.js';
import type { Mark } from './mark.js';
import { flagIn } from './words.js';
import type { ReadingPlan } from './plan.js';

/** The statement of one column about an order. */
export interface Statement extends StatusMeaning {
  /** The words of the file, with the name of the column when it is not the status. */
  readonly said: string;
}

/** The state of an order by all columns that speak of it. */
export interface OrderState {
  readonly kind: StatusKind;
  /** The statement that decides; '' when no column says anything. */
  readonly said: string;
  readonly statements: readonly Statement[];
}

type StatePlan = Pick<ReadingPlan, 'layout' | 'columns' | 'statuses' | 'marks' | 'isClosedUsual'>;

/** One column that ends an order is enough. */
const STRONGEST: readonly StatusKind[] = ['cancelled', 'refunded', 'not_bought', 'bought'];

/** Reads the state of an order from its status and from all marks of the file. */
export function stateIn(plan: StatePlan, fields: readonly string[]): OrderState {
  const main = mainStatement(plan, fields);
  if (plan.marks.length === 0) return main === null ? SILENT : { kind: main.kind, said: main.said, statements: [main] };
  const marked: Statement[] = [];
  let isPaid = false;
  for (const mark of plan.marks) {
    const statement = markStatement(plan, mark, fields);
    // A missing date of payment says little where a status speaks.
    if (statement === null || (mark.kind === 'dates' && mark.meaning.yes === undefined && main !== null)) continue;
    if (isAboutPayment(mark) && statement.kind === 'bought') isPaid = true;
    marked.push(comparedWith(main, plan, statement));
  }
  // A paid order that waits for something is a purchase.
  const isOverruled = main !== null && main.kind === 'not_bought' && isPaid && WAITING.test(plainStatus(main.said));
  const statements = main === null ? marked : [isOverruled ? { ...main, kind: 'bought' as const } : main, ...marked];
  const decisive = STRONGEST.flatMap((kind) => statements.find((one) => one.kind === kind) ?? [])[0];
  return decisive === undefined ? SILENT : { kind: decisive.kind, said: decisive.said, statements };
}

/** Returns whether a row says by its type that its amount was given back. */
export const isRefundRow = ({ marks }: Pick<ReadingPlan, 'marks'>, fields: readonly string[]): boolean =>
  marks.some(({ kind, place }) => kind === 'type' && TYPE_WORDS.get(plainStatus(cleanCell(fields[place] ?? ''))) === 'refunded');

/** Returns what a row says of itself among the rows of its order; null: nothing. */
export function lineKindIn({ marks }: Pick<ReadingPlan, 'marks'>, fields: readonly string[]): LineKind | null {
  const mark = marks.find(({ kind }) => kind === 'line');
  return mark === undefined ? null : (LINE_WORDS.get(plainStatus(cleanCell(fields[mark.place] ?? ''))) ?? null);
}

const SILENT: OrderState = { kind: 'bought', said: '', statements: [] };

const isAboutPayment = ({ kind, meaning }: Mark): boolean => kind === 'payment' || (kind === 'flag' && meaning.no === 'not_bought');

/** A payment that contradicts the status is shown to the owner, unless he has decided: goods may be paid on delivery. */
function comparedWith(main: Statement | null, { statuses }: StatePlan, statement: Statement): Statement {
  if (main === null || Object.hasOwn(statuses, plainStatus(statement.said))) return statement;
  if (main.kind === statement.kind) return { ...statement, isKnown: true };
  return main.kind === 'bought' && statement.kind === 'not_bought' ? { ...statement, isKnown: false } : statement;
}

const CLOSED = 'closed';

function mainStatement({ columns, statuses, isClosedUsual }: StatePlan, fields: readonly string[]): Statement | null {
  const said = columns.text(fields, 'status');
  if (said === '') return null;
  const plain = plainStatus(said);
  const place = columns.placeOf(fields, 'status');
  const isUnpaid = !Object.hasOwn(statuses, plain) && UNPAID_WORDS.has(plain) && PAYMENTS.has(plainName(columns.nameAt(place ?? 0)));
  if (isUnpaid) return { said, kind: 'not_bought', isKnown: true };
  const found = statusMeaning(said, statuses);
  return { said, ...(isClosedUsual && plain === CLOSED && !found.isKnown ? { kind: 'bought', isKnown: false } : found) };
}

const PAYMENTS: ReadonlySet<string> = new Set(PAYMENT_NAMES);

/** Statements by mark and text. A file has few of them and many rows. */
const known = new WeakMap<Mark, Map<string, Statement | null>>();
const MOST_KNOWN = 1000;

/** Reads what a mark says of an order; null: nothing. */
function markStatement(plan: StatePlan, mark: Mark, fields: readonly string[]): Statement | null {
  const text = cleanCell(fields[mark.place] ?? '');
  // A mark belongs to one inspection of a file, so the answers of the owner are the same for all of its rows.
  const statements = known.get(mark) ?? new Map<string, Statement | null>();
  known.set(mark, statements);
  const found = statements.get(text);
  if (found !== undefined) return found;
  const statement = readMark(plan, mark, text);
  if (statements.size < MOST_KNOWN) statements.set(text, statement);
  return statement;
}

function readMark({ layout, statuses }: StatePlan, mark: Mark, text: string): Statement | null {
  const usual = mark.kind === 'payment' ? layout.statuses?.[plainStatus(text)] : undefined;
  const found = usual === undefined ? meaningOf(mark, text) : { kind: usual, isKnown: true };
  if (found === null) return null;
  // Dates differ from row to row, and all say the same.
  const isDate = mark.kind === 'dates' && text !== '' && flagIn(text) === null;
  const said = `${mark.column}: ${text === '' ? 'empty' : isDate ? 'a date' : text}`;
  const decided = statuses[plainStatus(said)];
  return { said, ...(decided === undefined ? found : { kind: decided, isKnown: true }) };
}

function meaningOf({ kind, meaning, hasNo }: Mark, text: string): StatusMeaning | null {
  if (kind === 'flag' || kind === 'dates') {
    const isYes = text === '' && hasNo && kind === 'flag' ? null : kind === 'dates' ? flagIn(text) !== false : flagIn(text);
    const found = isYes === null ? undefined : isYes ? (meaning.yes ?? 'bought') : (meaning.no ?? 'bought');
    return found === undefined ? null : { kind: found, isKnown: meaning.isSure || found === 'bought' };
  }
  if (text === '' || kind === 'line') return null;
  const plain = plainStatus(text);
  // A refund in a row of its own takes its amount off (`isRefundRow`). It does not end the order of its row.
  if (kind === 'type') return { kind: TYPE_WORDS.get(plain) === 'not_bought' ? 'not_bought' : 'bought', isKnown: TYPE_WORDS.has(plain) };
  const found = wordMeaning(text);
  if (kind === 'payment') return UNPAID_WORDS.has(plain) ? { kind: 'not_bought', isKnown: true } : found;
  // Goods that are not sent yet have still been bought.
  if (kind === 'fulfilment')
    return found.kind === 'not_bought'
      ? { kind: 'bought', isKnown: true }
      : { ...found, isKnown: found.isKnown || found.kind === 'bought' };
  const isWaiting = found.kind === 'not_bought' && WAITING.test(plain);
  return { kind: isWaiting ? 'bought' : found.kind, isKnown: found.kind === 'bought' && found.isKnown };
}

function wordMeaning(text: string): StatusMeaning {
  const isYes = flagIn(text);
  return isYes === true ? { kind: 'bought', isKnown: true } : isYes === false ? { kind: 'not_bought', isKnown: true } : statusMeaning(text);
}
