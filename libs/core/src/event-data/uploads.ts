/** The summary of a file by the sender of its upload. The names are those of the wire. */
export interface UploadSummary {
  readonly rows: number;
  /** Orders that count. */
  readonly orders: number;
  readonly customers: number;
  /** The first and the last order, ISO 8601 in UTC; null without orders. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  /** The sums of the orders, a currency each. */
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[];
  /** The statuses of the file, in its own words. */
  readonly statuses: readonly { readonly status: string; readonly rows: number; readonly taken_as: string }[];
}
