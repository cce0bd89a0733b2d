import { type Clock, SECOND_MS } from '#libs/core';
import { type Fields, listIn, objectIn } from '../mapping/fields.js';
import { orderOfNode } from '../mapping/graphql-order.js';
import { readGraphql } from './calls/graphql-answer.js';
import type { OrdersPage } from './orders-page.js';
import type { PlatformAnswer, PlatformHttp } from './calls/platform-http.js';
import { type PlatformResult, readAnswer } from './calls/platform-result.js';
import { wholeOrders, withLines } from './shopify-items.js';

/** A bulk operation that collects orders or customers in a file, and the place in the file. */
interface BulkCursor {
  readonly bulk: string;
  /** Bytes of the file that are read. */
  readonly at: number;
  /** ISO 8601, the time when Shopify began to collect. The file holds what was true then. */
  readonly began: string;
  /** ISO 8601. The file lists customers, and orders since then are imported one by one. Absent: it lists orders. */
  readonly ordersSince?: string | undefined;
  /** The lines of each order follow it in the file. */
  readonly grouped?: boolean | undefined;
}

/** Bytes of the file per page: some 300 orders, or 1,200 customers. A longer file never is in memory as a whole. */
const PART_BYTES = 256 * 1024;
/** Shortest and longest pause between two questions whether Shopify has collected the file. */
const ASK_AFTER_MS = { least: SECOND_MS, most: 10 * SECOND_MS };
const UNENDED: ReadonlySet<string> = new Set(['CREATED', 'RUNNING', 'CANCELING']);

const RUN = `
mutation BulkOrders($query: String!, $grouped: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $grouped) { bulkOperation { id } userErrors { code message } }
}`;
const OPERATION = 'query BulkOrdersState($id: ID!) { bulkOperation(id: $id) { status errorCode url objectCount } }';

/** Asks the shop, with its token. */
type Ask = (query: string, variables: object) => Promise<PlatformAnswer>;

/** Reads orders or customers of a shop through a bulk operation of Shopify: it collects them in a file with one object per line. */
export class ShopifyBulk {
  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
  ) {}

  /**
   * @param query a query of one list, without variables
   * @param of `ordersSince` for a list of customers: orders since then are imported one by one. `grouped` for orders with their lines
   * @returns an empty page, and the cursor of the operation
   */
  async begin(
    ask: Ask,
    query: string,
    { ordersSince, grouped = false }: Pick<BulkCursor, 'ordersSince' | 'grouped'>,
  ): Promise<PlatformResult<OrdersPage>> {
    const began = this.clock.now().toISOString();
    const begun = readGraphql(await ask(RUN, { query, grouped }), ({ bulkOperationRunQuery: payload }) => {
      const { id } = objectIn(objectIn(payload)['bulkOperation']);
      const codes = (listIn(objectIn(payload)['userErrors']) ?? []).map(({ code }) => String(code));
      return { id, isBusy: codes.some((code) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED') };
    });
    if (begun.kind !== 'ok') return begun;
    const { id, isBusy } = begun.value;
    if (isBusy) return { kind: 'later', afterMs: ASK_AFTER_MS.most, why: 'bulk_busy' };
    if (typeof id !== 'string') return { kind: 'refused', why: 'bulk_refused' };
    const cursor: BulkCursor = { bulk: id, at: 0, began, ordersSince, grouped: grouped || undefined };
    return { kind: 'ok', value: { text: NO_ORDERS, cursor: JSON.stringify(cursor) }, pauseMs: 0 };
  }

  /** Returns the next orders or customers of the file. While it is not complete, the answer is `later`. */
  async page(ask: Ask, cursor: BulkCursor): Promise<PlatformResult<OrdersPage>> {
    const asked = readGraphql(await ask(OPERATION, { id: cursor.bulk }), ({ bulkOperation }) => objectIn(bulkOperation));
    if (asked.kind !== 'ok') return asked;
    const { status, url, objectCount } = asked.value;
    // Shopify writes whole numbers as text, because they may be large.
    const collected = Number(objectCount ?? 0);
    if (UNENDED.has(String(status))) return { kind: 'later', afterMs: this.pauseMs(cursor), why: 'bulk_running', collected };
    if (status !== 'COMPLETED') return { kind: 'refused', why: 'bulk_failed' };
    // Shopify gives no address for a file without lines.
    if (typeof url !== 'string') return { kind: 'ok', value: { text: NO_ORDERS, cursor: null }, pauseMs: 0 };
    const part = await this.readPart(url, cursor);
    if (part.kind !== 'ok' || cursor.ordersSince === undefined) return part;
    return { ...part, value: { ...part.value, customers: collected } };
  }

  /** A small file is complete within seconds, so a pause is a third of the time that the file has taken. */
  private pauseMs({ began }: BulkCursor): number {
    return Math.min(ASK_AFTER_MS.most, Math.max(ASK_AFTER_MS.least, (this.clock.now().getTime() - Date.parse(began)) / 3));
  }

  /** Reads a part of the file. The address carries its own permission, so our token stays here, and the cursor does not hold the address. */
  private async readPart(url: string, read: BulkCursor): Promise<PlatformResult<OrdersPage>> {
    const { at, began, ordersSince, grouped = false } = read;
    const headers = { Range: `bytes=${at}-${at + PART_BYTES - 1}`, 'Accept-Encoding': 'identity' };
    const answer = await this.http.call({ method: 'GET', url, headers });
    const part = readAnswer(answer, (text, answered) => nodesOf(text, { at, grouped }, answered['content-range']));
    if (part.kind === 'later') return part;
    // The address has ended, or the file is another one: Shopify must collect again.
    if (part.kind !== 'ok' || part.value === null) return { kind: 'refused', why: 'bulk_file' };
    const { nodes, next } = part.value;
    const cursor = next === null ? null : JSON.stringify({ ...read, at: next });
    const page =
      ordersSince === undefined ? { orders: (grouped ? withLines(nodes) : nodes).map(orderOfNode) } : { customers: nodes, ordersSince };
    return { kind: 'ok', value: { text: JSON.stringify(page), cursor, asOf: new Date(began) }, pauseMs: 0 };
  }
}

const NO_ORDERS = '{"orders":[]}';

/** Returns null when the part cannot be read. The error would quote the line, which holds personal data. */
function nodesOf(
  text: string,
  { at, grouped }: { readonly at: number; readonly grouped: boolean },
  range: string | undefined,
): { nodes: Fields[]; next: number | null } | null {
  try {
    const { lines, next } = partOf(text, at, range);
    const nodes = lines.map((line) => objectIn(JSON.parse(line)));
    if (!grouped || next === null) return { nodes, next };
    const count = wholeOrders(nodes);
    const later = lines.slice(count).reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0);
    return { nodes: nodes.slice(0, count), next: next - later };
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
  const { bulk, at, began, ordersSince, grouped } = JSON.parse(text) as Fields;
  if (typeof bulk !== 'string' || typeof at !== 'number' || typeof began !== 'string') return null;
  return {
    bulk,
    at,
    began,
    ordersSince: typeof ordersSince === 'string' ? ordersSince : undefined,
    grouped: grouped === true || undefined,
  };
}
