import { setTimeout as sleep } from 'node:timers/promises';
import { type CustomerId, FIRST_ID, LAST_ID, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import type { OrderDays } from '#libs/scoring';
import { LARGEST_SAMPLE, nextIds } from '../fit/read-history.sql.js';
import { HistoryBuilder } from '../shared/history-builder.js';
import { outcomeReader, type ReadOutcomes } from '../shared/outcome-reader.js';

/** Customers per transaction. */
const PAGE = 500;
/** Order days and customers of a part: 60 MB, and 20 MB of ids. The first part is the sample that fits read. */
const MOST_ORDER_DAYS = 5_000_000;
const MOST_CUSTOMERS = LARGEST_SAMPLE;
/** Pause after a page, in multiples of the time that it took. Live scores read the same tables. */
const REST = 1;

/** Some of the tenant's customers with a counted order, by ascending id, and their order days. */
export interface PastPart {
  readonly history: OrderDays;
  readonly ids: readonly CustomerId[];
  /** The id after which the next part begins; null when this is the last part. */
  readonly next: string | null;
}

/** Reads the order days of the tenant's customers part by part. A shop of 200,000 customers is one part. */
export class PastReader {
  /** Kept while it is the only part, so that most shops are read once. */
  private whole: PastPart | null = null;

  constructor(
    private readonly database: Database,
    private readonly tenantId: TenantId,
    private readonly signal: AbortSignal,
  ) {}

  async *parts(): AsyncGenerator<PastPart> {
    if (this.whole !== null) {
      yield this.whole;
      return;
    }
    const readOutcomes = await outcomeReader(this.database, this.tenantId);
    for (let after: string | null = FIRST_ID; after !== null;) {
      const isFirst: boolean = after === FIRST_ID;
      const part: PastPart = await this.readPart(after, readOutcomes);
      if (isFirst && part.next === null) this.whole = part;
      yield part;
      after = part.next;
    }
  }

  private async readPart(start: string, readOutcomes: ReadOutcomes): Promise<PastPart> {
    const history = new HistoryBuilder();
    const ids: CustomerId[] = [];
    let [after, customers]: [string | null, number] = [start, 0];
    while (after !== null && customers < MOST_CUSTOMERS && history.size < MOST_ORDER_DAYS) {
      this.signal.throwIfAborted();
      const began = performance.now();
      const page = await this.readPage(after, readOutcomes);
      for (const [id, days] of page.days) {
        ids.push(id);
        history.add(days);
      }
      customers += page.ids.length;
      after = page.ids.length === PAGE ? page.ids.at(-1)! : null;
      await sleep(REST * (performance.now() - began));
    }
    return { history: history.build(), ids, next: after };
  }

  private readPage(
    after: string,
    readOutcomes: ReadOutcomes,
  ): Promise<{ ids: readonly CustomerId[]; days: ReadonlyMap<CustomerId, OrderDays> }> {
    return this.database.transaction(this.tenantId, async (db) => {
      const ids = await nextIds(db, { after, until: LAST_ID }, PAGE);
      return { ids, days: await readOutcomes(db, ids) };
    });
  }
}
