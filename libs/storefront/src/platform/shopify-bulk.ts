import { type Clock, SECOND_MS } from '#libs/core';
import { type Fields, listIn, objectIn } from '../mapping/fields.js';
import { orderOfNode } from '../mapping/graphql-order.js';
import { readGraphql } from './graphql-answer.js';
import type { OrdersPage } from './orders-page.js';
import type { PlatformAnswer, PlatformHttp } from './platform-http.js';
import { type PlatformResult, readAnswer } from './platform-result.js';

/** A bulk operation that collects orders in a file, and the place in the file. */
export interface BulkCursor {
  readonly bulk: string;
  /** Bytes of the file that are read. */
  readonly at: number;
  /** ISO 8601, the time when Shopify began to collect. The file holds what was true then. */
  readonly began: string;
}

/** Bytes of the file per page: some 300 orders. A longer file never is in memory as a whole. */
const PART_BYTES = 256 * 1024;
/** Pause between two questions whether Shopify has collected all orders. */
const ASK_EVERY_MS = 10 * SECOND_MS;
const UNENDED: ReadonlySet<string> = new Set(['CREATED', 'RUNNING', 'CANCELING']);

const RUN = `
mutation BulkOrders($query: String!) {
  bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { code message } }
}`;
const OPERATION = 'query BulkOrdersState($id: ID!) { bulkOperation(id: $id) { status errorCode url } }';

/** Asks the shop, with its token. */
type Ask = (query: string, variables: object) => Promise<PlatformAnswer>;

/** Reads orders of a shop through a bulk operation of Shopify: it collects them in a file with one order per line. */
export class ShopifyBulk {
  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
  ) {}

  /** @param query a query of one list, without variables @returns an empty page, and the cursor of the operation */
  async begin(ask: Ask, query: string): Promise<PlatformResult<OrdersPage>> {
    const began = this.clock.now().toISOString();
    const begun = readGraphql(await ask(RUN, { query }), ({ bulkOperationRunQuery: payload }) => {
      const { id } = objectIn(objectIn(payload)['bulkOperation']);
      const codes = (listIn(objectIn(payload)['userErrors']) ?? []).map(({ code }) => String(code));
      return { id, isBusy: codes.some((code) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED') };
    });
    if (begun.kind !== 'ok') return begun;
    const { id, isBusy } = begun.value;
    if (isBusy) return { kind: 'later', afterMs: ASK_EVERY_MS, why: 'bulk_busy' };
    if (typeof id !== 'string') return { kind: 'refused', why: 'bulk_refused' };
    const cursor: BulkCursor = { bulk: id, at: 0, began };
    return { kind: 'ok', value: { text: NO_ORDERS, cursor: JSON.stringify(cursor) }, pauseMs: 0 };
  }

  /** Returns the next orders of the file. While it is not complete, the answer is `later`. */
  async page(ask: Ask, cursor: BulkCursor): Promise<PlatformResult<OrdersPage>> {
    const asked = readGraphql(await ask(OPERATION, { id: cursor.bulk }), ({ bulkOperation }) => objectIn(bulkOperation));
    if (asked.kind !== 'ok') return asked;
    const { status, url } = asked.value;
    if (UNENDED.has(String(status))) return { kind: 'later', afterMs: ASK_EVERY_MS, why: 'bulk_running' };
    if (status !== 'COMPLETED') return { kind: 'refused', why: 'bulk_failed' };
    // Shopify gives no address for a file without lines.
    if (typeof url !== 'string') return { kind: 'ok', value: { text: NO_ORDERS, cursor: null }, pauseMs: 0 };
    return this.readPart(url, cursor);
  }

  /** Reads a part of the file. The address carries its own permission, so our token stays here, and the cursor does not hold the address. */
  private async readPart(url: string, { bulk, at, began }: BulkCursor): Promise<PlatformResult<OrdersPage>> {
    const headers = { Range: `bytes=${at}-${at + PART_BYTES - 1}`, 'Accept-Encoding': 'identity' };
    const answer = await this.http.call({ method: 'GET', url, headers });
    const read = readAnswer(answer, (text, answered) => ordersOf(text, at, answered['content-range']));
    if (read.kind === 'later') return read;
    // The address has ended, or the file is another one: Shopify must collect again.
    if (read.kind !== 'ok' || read.value === null) return { kind: 'refused', why: 'bulk_file' };
    const { orders, next } = read.value;
    const cursor = next === null ? null : JSON.stringify({ bulk, at: next, began });
    return { kind: 'ok', value: { text: JSON.stringify({ orders }), cursor, asOf: new Date(began) }, pauseMs: 0 };
  }
}

const NO_ORDERS = '{"orders":[]}';

/** Returns null when the part cannot be read. The error would quote the line, which holds personal data. */
function ordersOf(text: string, at: number, range: string | undefined): { orders: Fields[]; next: number | null } | null {
  try {
    const { lines, next } = partOf(text, at, range);
    return { orders: lines.map((line) => orderOfNode(objectIn(JSON.parse(line)))), next };
  } catch {
    return null;
  }
}

/**
 * Returns the whole lines of a part, and the place after them; null after the last one.
 * @param range `bytes 0-99/1234`; undefined for a server that returns the whole file
 * @throws TypeError when the part is not what was asked for
 */
export function partOf(text: string, at: number, range: string | undefined): { lines: string[]; next: number | null } {
  const [, from = '0', to = '', size = ''] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? '') ?? [];
  if (range === undefined ? at !== 0 : Number(from) !== at || size === '') throw new TypeError('the part is another one');
  const isLast = range === undefined || Number(to) + 1 === Number(size);
  const whole = isLast ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '' && !isLast) throw new TypeError('a line is longer than a part');
  return { lines: whole.split('\n').filter((line) => line !== ''), next: isLast ? null : at + Buffer.byteLength(whole) };
}

/** Returns null when the text is not a cursor of a bulk operation. */
export function readBulkCursor(text: string): BulkCursor | null {
  if (!text.startsWith('{')) return null;
  const { bulk, at, began } = JSON.parse(text) as Fields;
  return typeof bulk === 'string' && typeof at === 'number' && typeof began === 'string' ? { bulk, at, began } : null;
}
