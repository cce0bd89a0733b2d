import { customerAfter } from '#libs/campaigns';
import { FIRST_ID, LAST_ID, type SnapshotFormat, type TenantId } from '#libs/core';
import {
  type Column,
  type Customer,
  CUSTOMER_FILE_COLUMNS,
  explainedTogether,
  type ExplainScore,
  listChurnAfter,
  toCustomers,
} from '#libs/customers';
import { type Database, type TenantDb } from '#libs/database';
import { type Assignment, listAssignments } from './assignments.sql.js';
import { type Part, partsOf } from './part-file.js';

/** A table of a snapshot. */
export interface SnapshotTable {
  readonly name: string;
  readonly columns: readonly Omit<Column<never>, 'valueOf'>[];
  readonly parts: (format: SnapshotFormat) => AsyncGenerator<Part>;
}

export interface ExplainedCustomer extends Customer {
  /** At most three sentences, the strongest first. */
  readonly reasons: readonly string[];
}

const REASONS = [1, 2, 3];

export const CUSTOMERS: readonly Column<ExplainedCustomer>[] = [
  ...CUSTOMER_FILE_COLUMNS,
  ...REASONS.map((place) => ({
    name: `reason_${place}`,
    type: 'text' as const,
    about: 'Why the score is what it is, the strongest reason first',
    valueOf: ({ reasons }: ExplainedCustomer) => reasons[place - 1] ?? null,
  })),
];

export const ASSIGNMENTS: readonly Column<Assignment>[] = [
  { name: 'campaign_id', type: 'text', about: 'Campaign', valueOf: (row) => row.campaign_id },
  { name: 'campaign', type: 'text', about: 'Name of the campaign when it was sent', valueOf: (row) => row.campaign },
  { name: 'send_id', type: 'text', about: 'One send of the campaign', valueOf: (row) => row.send_id },
  { name: 'external_id', type: 'text', about: 'Your own identifier of the customer', valueOf: (row) => row.external_id },
  {
    name: 'assigned_to',
    type: 'text',
    about:
      'contact; control: control group of the campaign; shop_control, other_control: not contacted, in the control group of the shop or of another campaign',
    valueOf: (row) => row.assigned_to,
  },
  { name: 'arm', type: 'text', about: 'Name of the offer, where the campaign compares offers', valueOf: (row) => row.arm },
  { name: 'delivery', type: 'text', about: 'delivered, undelivered or pending', valueOf: (row) => row.delivery },
  { name: 'sent_at', type: 'instant', about: 'When the customers were chosen', valueOf: (row) => row.sent_at.toISOString() },
  { name: 'delivered_at', type: 'instant', about: 'When orders begin to count', valueOf: (row) => row.delivered_at?.toISOString() ?? null },
  { name: 'window_days', type: 'integer', about: 'Days for which orders count', valueOf: (row) => row.window_days },
];

const PAGE = 1000;

/** The source of a snapshot. */
export interface SnapshotSource {
  readonly database: Database;
  readonly explainScore: ExplainScore;
  readonly tenantId: TenantId;
  /** Days overdue and reasons count until then. */
  readonly at: Date;
  readonly signal: AbortSignal;
}

/** Reads page by page, each in a short transaction: one that lasts as long as a large snapshot would keep Postgres from cleaning up. */
export const snapshotTables = (source: SnapshotSource): readonly SnapshotTable[] => [
  tableOf('customers', CUSTOMERS, () => customerPages(source)),
  tableOf('campaign_assignments', ASSIGNMENTS, () => assignmentPages(source)),
];

const tableOf = <Row>(name: string, columns: readonly Column<Row>[], pages: () => AsyncGenerator<readonly Row[]>): SnapshotTable => ({
  name,
  columns,
  parts: (format) => partsOf(format, columns, pages()),
});

async function* customerPages({ database, explainScore, tenantId, at, signal }: SnapshotSource): AsyncGenerator<ExplainedCustomer[]> {
  const today = at.toISOString().slice(0, 10);
  for (let after: string = FIRST_ID; ;) {
    const from = after;
    const { rows, customers } = await database.read(tenantId, async (db) => {
      const found = await listChurnAfter(db, from, today, PAGE);
      return { rows: found, customers: await toCustomers(db, found, at) };
    });
    const reasons = new Map<string, readonly string[]>();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const ids of explainedTogether(rows)) {
      signal.throwIfAborted();
      const some = ids.flatMap((id) => byId.get(id) ?? []);
      const explain = (db: TenantDb): Promise<void> =>
        explainScore.explainEach(db, some, at, ({ id }, { scored }) =>
          reasons.set(
            id,
            (scored?.explanation ?? []).map(({ text }) => text),
          ),
        );
      await database.read(tenantId, explain);
    }
    yield customers.map((customer) => ({ ...customer, reasons: reasons.get(customer.id) ?? [] }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

async function* assignmentPages({ database, tenantId, signal }: SnapshotSource): AsyncGenerator<Assignment[]> {
  for (let after: string = FIRST_ID; after < LAST_ID;) {
    signal.throwIfAborted();
    const from = after;
    const page = await database.read(tenantId, async (db) => {
      const upTo = (await customerAfter(db, null, from, PAGE)) ?? LAST_ID;
      return { upTo, rows: await listAssignments(db, { after: from, upTo }) };
    });
    yield page.rows;
    after = page.upTo;
  }
}
