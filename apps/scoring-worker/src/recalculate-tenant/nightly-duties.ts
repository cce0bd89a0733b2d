import { localDay, MINUTE_MS, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import type { Log } from '#libs/observability';
import { forgetEndpoints } from '../forget-old/forget-endpoints.sql.js';
import { forgetRecipients, thinRecipients } from '../forget-old/forget-recipients.sql.js';
import { forgetStorefrontDeliveries } from '../forget-old/forget-storefront.sql.js';
import { evaluatePredictions } from '../evaluate-predictions/evaluate-predictions.js';
import { readSettings } from '../score-customers/read-customers.sql.js';
import { correctTotals, foldChanges } from '../score-totals/daily-changes.sql.js';
import { forgetDeliveries, forgetOld } from './jobs.sql.js';

type Duty = (tenantId: TenantId, now: Date) => Promise<void>;

/** A large shop's recipients are gone through in one transaction, at night. */
const RECIPIENTS_MS = 5 * MINUTE_MS;

/** What is to be done once a day for each tenant, beside its scores. */
export class NightlyDuties {
  private readonly duties: Readonly<Record<string, Duty>> = {
    forget_jobs: (tenantId, now) => this.database.transaction(tenantId, (db) => forgetOld(db, now)),
    forget_deliveries: async (tenantId, now) => {
      while (await this.database.transaction(tenantId, (db) => forgetDeliveries(db, now)));
    },
    forget_storefront_deliveries: (tenantId, now) => this.database.transaction(tenantId, (db) => forgetStorefrontDeliveries(db, now)),
    forget_endpoints: (tenantId, now) => this.forgetReceivers(tenantId, now),
    forget_recipients: async (tenantId, now) => {
      while (await this.database.transaction(tenantId, (db) => thinRecipients(db, now), RECIPIENTS_MS));
      while (await this.database.transaction(tenantId, (db) => forgetRecipients(db, now), RECIPIENTS_MS));
    },
    tidy_totals: (tenantId, now) => this.tidyTotals(tenantId, now),
    evaluate_predictions: (tenantId, now) => this.judgePredictions(tenantId, now),
  };

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Only the worker that has opened the pass of the day calls it, so it is alone at it. What fails is logged, and holds up no other duty. */
  async runDue(tenantId: TenantId, now: Date): Promise<void> {
    for (const [duty, work] of Object.entries(this.duties)) {
      await work(tenantId, now).catch((error: unknown) => this.log.error('nightly_duty.failed', error, { tenantId, duty }));
    }
  }

  private async forgetReceivers(tenantId: TenantId, now: Date): Promise<void> {
    const forgotten = await this.database.transaction(tenantId, (db) => forgetEndpoints(db, now));
    if (forgotten > 0) this.log.info('receivers.forgotten', { tenantId, forgotten });
  }

  private async tidyTotals(tenantId: TenantId, now: Date): Promise<void> {
    const corrected = await this.database.transaction(tenantId, async (db) => {
      const today = localDay(now, (await readSettings(db)).timezone);
      const wasWrong = await correctTotals(db, today);
      await foldChanges(db, today);
      return wasWrong;
    });
    if (corrected) this.log.warn('totals.corrected', { tenantId });
  }

  private async judgePredictions(tenantId: TenantId, now: Date): Promise<void> {
    const judged = await evaluatePredictions(this.database, tenantId, now);
    if (judged > 0) this.log.info('predictions.judged', { tenantId, judged });
  }
}
