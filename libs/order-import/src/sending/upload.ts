import type { StatusKind } from '../statuses/order-status.js';
import type { FileSummary, Understanding } from '../reading/understanding.js';

/** The limits of the service for what an upload says of itself. */
const MOST = { fileName: 255, currencies: 20, statuses: 100, status: 60 };

/** An upload as the service takes it. The names are those of the wire. */
export interface NewUpload {
  readonly file_name: string;
  readonly summary: {
    readonly rows: number;
    readonly orders: number;
    readonly customers: number;
    readonly first_at: string | null;
    readonly last_at: string | null;
    readonly amounts: { readonly currency: string; readonly amount: string }[];
    readonly statuses: { readonly status: string; readonly rows: number; readonly taken_as: StatusKind }[];
  };
}

/**
 * Returns the description of a file that the service gets before its rows: its name, and what was read in it.
 *
 * @param currency of orders that name none
 */
export function newUploadOf(
  fileName: string,
  { summary, statuses }: Pick<Understanding, 'summary' | 'statuses'>,
  currency: string,
): NewUpload {
  const { rows, customers, firstAt, lastAt } = summary ?? NOTHING;
  const orders = summary?.histories?.orders ?? summary?.orders ?? 0;
  return {
    file_name: oneLine(fileName, MOST.fileName) || 'orders',
    summary: {
      rows,
      orders,
      customers,
      first_at: firstAt,
      last_at: lastAt,
      amounts: [...(summary?.amounts ?? [])]
        .map(([code, amount]) => ({ currency: code === '' ? currency : code, amount: amount.toFixed(2) }))
        .filter(({ currency: code }) => /^[A-Z]{3}$/.test(code))
        .slice(0, MOST.currencies),
      statuses: statuses
        .map((each) => ({ status: oneLine(each.status, MOST.status), rows: each.rows, taken_as: each.kind }))
        .filter(({ status }) => status !== '')
        .slice(0, MOST.statuses),
    },
  };
}

const NOTHING: Pick<FileSummary, 'rows' | 'customers' | 'firstAt' | 'lastAt'> = {
  rows: 0,
  customers: 0,
  firstAt: null,
  lastAt: null,
};

/** Returns the text without what cannot be shown in a line, such as control characters and changes of direction. */
const oneLine = (text: string, length: number): string =>
  Array.from(text.replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ').trim())
    .slice(0, length)
    .join('')
    .trim();
