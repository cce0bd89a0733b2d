import {
  type FileMapping,
  type FileRole,
  inspectFile,
  type OutgoingEvent,
  readOrders,
  splitHeader,
  type Understanding,
} from '../../../libs/order-import/src/index.js';

/** A file as the engine of imports reads it. */
export interface ReadCsv {
  readonly found: Understanding;
  readonly events: readonly OutgoingEvent[];
  /** Type, customer, day, amount, order, and the refunded total, of each event. */
  readonly short: readonly string[];
  readonly leftOut: readonly string[];
  /** The events of rows that are left out, for orders that the service knows. */
  readonly ended: readonly string[];
  readonly wrong: readonly string[];
}

/** Reads a text without quotes, with one sign between the cells. Personal data keep their text behind their kind. */
export async function readCsv(
  text: string,
  answers: { readonly mapping?: FileMapping; readonly role?: FileRole; readonly sign?: string; readonly until?: string } = {},
): Promise<ReadCsv> {
  const records = text
    .trim()
    .split('\n')
    .map((line, i) => ({ line: i + 1, fields: line.trim().split(answers.sign ?? ',') }));
  async function* all() {
    yield* records;
  }
  const open = async () => (await splitHeader(all())) ?? { header: [], rows: [] };
  const found = await inspectFile(open, answers);
  const context = {
    currency: null,
    timeZone: 'UTC',
    eventTypes: null,
    pseudonym: (kind: string, of: string) => `${kind}:${of.toLowerCase()}`,
  };
  const [events, leftOut, wrong]: [OutgoingEvent[], string[], string[]] = [[], [], []];
  const ended: OutgoingEvent[] = [];
  for await (const { line, outcome } of readOrders(await open(), found.plan, context)) {
    if (outcome.kind === 'events') events.push(...outcome.events);
    else if (outcome.kind === 'wrong') wrong.push(`${line}: ${outcome.reason}`);
    else {
      leftOut.push(outcome.why);
      if (outcome.ended !== undefined) ended.push(outcome.ended);
    }
  }
  return { found, events, short: events.map(shortOf), leftOut, ended: ended.map(shortOf), wrong };
}

function shortOf({ event_type: type, customer_id: customer, occurred_at: at, value, data }: OutgoingEvent): string {
  const refunded = data?.refunded_total === undefined || data.refunded_total === 0 ? '' : ` -${data.refunded_total}`;
  return `${type.replace('order_', '')} ${customer} ${at.slice(0, 10)} ${value ?? 'none'} #${data?.order_id ?? ''}${refunded}`;
}
