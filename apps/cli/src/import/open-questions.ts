import {
  type HistoriesSummary,
  isBrand,
  PLAIN_COLUMNS,
  type Question,
  type QuestionKind,
  questionText,
  type StatusUse,
  type Understanding,
} from '#libs/order-import';
import { countOf, StoppedError } from '#libs/terminal';

/** The option that answers each question. Those of series of numbers and of encodings name what was found. */
const OPTIONS: Readonly<Record<Exclude<QuestionKind, 'numbers' | 'encoding' | 'columns'>, string>> = {
  refused: '',
  amount: 'Add --column amount=NAME, or --column price=NAME --column quantity=NAME, or --column amount=none if it has none.',
  rows: 'Add --rows items if the amounts add up, or --rows orders if each row repeats the total.',
  order_numbers: 'Add --column order=NAME, or --column order=none if it has none.',
  largest_customer: 'Add --largest-customer leave-out, or --largest-customer keep if it is one person.',
  discount: 'Add --discount money, --discount order, --discount percent or --discount included.',
  until: 'Add --until with the day, such as --until 2026-11-20.',
  unit: 'Add --unit days, --unit weeks, --unit months, --unit hours or --unit years.',
  dates: 'Add --dates day-first if 03/04/2026 is 3 April, or --dates month-first if it is March 4.',
  decimals: 'Add --decimals point or --decimals comma: the sign before the cents.',
};

const SHOWN_COLUMNS = 40;

/** @throws StoppedError when a file does not say something that only its owner knows, with the options that say it. */
export function stopForQuestions(path: string, found: Understanding): void {
  const [first] = found.questions;
  if (first === undefined) return;
  const columns = found.header.filter((name) => name.trim() !== '').slice(0, SHOWN_COLUMNS);
  const lines = found.questions.map((question) => lineOf(question, found));
  const isAboutColumns = found.questions.some(({ kind }) => ['columns', 'amount', 'order_numbers'].includes(kind));
  throw new StoppedError(
    [
      `${path}: nothing was sent. ${first.kind === 'refused' ? '' : `It was read as ${found.title}, and does not say everything.`}`.trimEnd(),
      ...lines,
      ...(isAboutColumns ? [`- Its columns are: ${columns.join(', ')}.`] : []),
      ...statusLines(found.statuses).map((line) => `- ${line}`),
    ].join('\n'),
  );
}

function lineOf(question: Question, { recognised }: Understanding): string {
  const known = question.kind === 'columns' && recognised === null ? ` A plain log needs: ${PLAIN_COLUMNS}.` : '';
  return `- ${questionText(question)}${known} ${optionOf(question)}`.trimEnd();
}

function optionOf(question: Question): string {
  if (question.kind === 'numbers') return `Add --numbers ${question.series}=returns, or --numbers ${question.series}=orders.`;
  if (question.kind === 'columns') return `Add ${question.missing.map((field) => `--column ${field}=NAME`).join(' ')}.`;
  if (question.kind === 'encoding') return `Add ${question.readings.map(({ encoding }) => `--encoding ${encoding}`).join(' or ')}.`;
  return OPTIONS[question.kind];
}

const KIND_WORDS = {
  bought: 'a purchase',
  not_bought: 'not bought',
  cancelled: 'a cancelled order',
  refunded: 'a refunded order',
} as const;

/** Lists the statuses that are not known for sure, with the option that changes how they are taken. */
export function statusLines(statuses: readonly StatusUse[]): string[] {
  const unsure = statuses.filter(({ isKnown }) => !isKnown);
  if (unsure.length === 0) return [];
  const listed = unsure.map(({ status, rows, kind }) => `"${status}" (${countOf(rows, 'row')}) was taken as ${KIND_WORDS[kind]}`);
  return [
    `unknown statuses: ${listed.join('; ')}. To change it: --status "${unsure[0]?.status}=cancelled", or not_bought, refunded, bought.`,
  ];
}

/** Says how a file was understood. */
export function understandingLines(found: Understanding): string[] {
  const { title, summary, rows, columns, unread, leftOut, repeated, plan } = found;
  if (summary === null) return [];
  if (summary.histories !== null) return [...historyLines(found, summary.histories), ...encodingLines(found)];
  if (summary.consents !== null) return [...consentLines(found, summary.consents), ...encodingLines(found)];
  const amounts = [...summary.amounts].map(([currency, sum]) => `${sum.toFixed(2)}${currency === '' ? '' : ` ${currency}`}`);
  const counted = `${countOf(summary.rows, 'row')}, ${countOf(summary.orders, 'order')}, ${amounts.length === 0 ? 'no amounts' : amounts.join(' and ')}`;
  const uses = new Set(columns.map(({ column }) => column));
  const flags = plan.marks.map(({ column }) => column).filter((column) => !uses.has(column));
  const ended = `${summary.cancelled > 0 ? `, ${summary.cancelled} cancelled` : ''}${summary.refunds > 0 ? `, ${summary.refunds} refunded` : ''}`;
  return [
    `read as ${title}${rows === 'items' ? ', a row for each item' : ''}: ${counted}${ended}`,
    `columns: ${[...columns.map(({ field, column }) => `${field} = ${column}`), ...flags.map((column) => `counts = ${column}`)].join(', ')}`,
    ...encodingLines(found),
    ...returnLines(found),
    ...brandLines(found),
    ...(unread.length === 0 ? [] : [`not read: ${unread.join(', ')}`]),
    ...(repeated.length === 0
      ? []
      : [
          `note: several columns are named ${repeated.join(', ')}, and only the first is read. Name another by its place, such as --column amount=#6`,
        ]),
    ...(leftOut.length === 0 ? [] : [`note: the amounts leave out ${leftOut.join(', ')}`]),
    ...(summary.withoutAmount === 0 ? [] : [`note: ${countOf(summary.withoutAmount, 'order')} without an amount`]),
    ...(summary.accepting === null ? [] : [`marketing: ${summary.accepting.yes} customers say yes, ${summary.accepting.no} no`]),
    ...(summary.namedOnly === 0
      ? []
      : [`note: ${countOf(summary.namedOnly, 'customer')} known by name only; two people with one name count as one`]),
    ...(summary.returnsOnly === 0
      ? []
      : [
          `note: ${countOf(summary.returnsOnly, 'customer')} with returns only: until their orders are imported too, they have spent less than nothing`,
        ]),
  ];
}

/** Says that the maker or vendor stands for the category of a product. */
function brandLines({ columns }: Understanding): string[] {
  const category = columns.find(({ field }) => field === 'category')?.column;
  if (category === undefined || !isBrand(category)) return [];
  return [
    `note: the file names no category, so ${category} stands for it. To change it: --column category=NAME, or --column category=none`,
  ];
}

/** Says how a file was decoded that is not Unicode. */
function encodingLines({ encoding: { name, words }, mapping }: Understanding): string[] {
  if (words.length === 0)
    return mapping.encoding === undefined || mapping.encoding === name ? [] : [`note: the file is ${name}, not ${mapping.encoding}`];
  const shown = words.join(', ');
  return [
    name === 'utf-8'
      ? `note: some bytes are not UTF-8 and were read as windows-1252: ${shown}. If that is wrong, save the file as CSV UTF-8`
      : `encoding: ${name}, such as ${shown}. If that is wrong: --encoding, such as ${name === 'windows-1250' ? 'windows-1252' : 'windows-1250'}`,
  ];
}

/** Says which amounts the shop does not count. @param shop its currency */
export function currencyLines({ summary }: Understanding, shop: string): string[] {
  const currencies = [...(summary?.amounts.keys() ?? [])];
  const others = currencies.filter((currency) => currency !== '' && currency !== shop);
  const unnamed = currencies.includes('') ? [`note: amounts that name no currency count in ${shop}, the currency of the shop`] : [];
  const what = summary?.histories == null ? 'Orders' : 'Summaries';
  if (others.length === 0) return unnamed;
  return [
    ...unnamed,
    `note: the shop counts in ${shop}. ${what} in ${others.join(' and ')} count for the scores, and their amounts do not. Settings in the dashboard changes the currency of the shop`,
  ];
}

/** Says what a file of summaries gives: "1204 customers with summaries of 3310 orders until 2026-11-20; 88 without orders left out". */
export function historySentence({ customers, orders, withoutOrders, day }: HistoriesSummary): string {
  const without = withoutOrders === 0 ? '' : `; ${withoutOrders} without orders left out`;
  return `${countOf(customers, 'customer')} with summaries of ${countOf(orders, 'order')} until ${day}${without}`;
}

function historyLines({ title, summary, columns, plan }: Understanding, histories: HistoriesSummary): string[] {
  const amounts = [...(summary?.amounts ?? [])].map(([currency, sum]) => `${sum.toFixed(2)}${currency === '' ? '' : ` ${currency}`}`);
  const without = summary?.withoutAmount ?? 0;
  const named = summary?.namedOnly ?? 0;
  return [
    `read as ${title}: ${historySentence(histories)}, ${amounts.length === 0 ? 'no amounts' : amounts.join(' and ')}`,
    `columns: ${columns.map(({ field, column }) => `${field} = ${column}`).join(', ')}`,
    ...(plan.layout.sums === 'repeats' && plan.amounts !== null ? [`note: ${MEANS}`] : []),
    ...(histories.withoutLastDay === 0
      ? []
      : [
          `note: ${countOf(histories.withoutLastDay, 'customer')} without the day of the last order; such customers get nearly the same risk`,
        ]),
    ...(without === 0 ? [] : [`note: ${countOf(without, 'customer')} without an amount`]),
    ...(named === 0 ? [] : [`note: ${countOf(named, 'customer')} known by name only; two people with one name count as one`]),
  ];
}

const MEANS =
  'the amounts are means of the orders after the first; they stand for the first one too, and the amount of customers with one order is not known';

/** Says what a list of customers gives. */
function consentLines({ title, summary, columns }: Understanding, { yes, no }: { readonly yes: number; readonly no: number }): string[] {
  return [
    `read as ${title}: ${countOf(summary?.rows ?? 0, 'row')}, no orders, consent of ${countOf(yes + no, 'customer')} (${yes} yes, ${no} no)`,
    `columns: ${columns.map(({ field, column }) => `${field} = ${column}`).join(', ')}`,
    'note: customers whom the shop does not know are left out, a yes without a time counts less than any no, and a no without a time counts from now on',
  ];
}

/** Says which order numbers were taken for returns, with the option that changes it. */
function returnLines({ series, mapping }: Understanding): string[] {
  const taken = series.filter(({ name, meaning }) => (mapping.numbers?.[name] ?? meaning) === 'returns');
  return taken.map(
    ({ name, numbers, example }) =>
      `returns by their number: ${countOf(numbers, 'number')} such as ${example}. If they are orders: --numbers ${name}=orders`,
  );
}
