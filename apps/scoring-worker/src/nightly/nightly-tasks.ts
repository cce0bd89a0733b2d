import { Injectable } from '@nestjs/common';
import {
  askForAllResults,
  CONTACT_CELLS,
  contactStrata,
  countInRanges,
  learnContactEffects,
  mainCategories,
  storeContactEffects,
} from '#libs/campaigns';
import { Config } from '#libs/config';
import { FIRST_ID, localDay, MINUTE_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { CampaignSendEntity } from '#libs/entities';
import { Log } from '#libs/observability';
import { evaluatePredictions } from '../models/evaluate/evaluate-predictions.js';
import { decideRemoval } from '../erasing/old/decide-removal.sql.js';
import { forgetExpired, forgetOldParts } from '../tenant-export/export-tenant.sql.js';
import { readSettings } from '../scoring/score/read-customers.sql.js';
import { countCategoryReturns } from '../models/evaluate/category-returns.js';
import { correctTotals, foldChanges } from '../scoring/totals/daily-changes.sql.js';
import { forgetDeliveries } from '../delivery/deliver/forget-deliveries.sql.js';
import { forgetEndpoints } from '../delivery/deliver/forget-endpoints.sql.js';
import { forgetAudit } from '../erasing/old/forget-audit.sql.js';
import { forgetJobs } from '../runner/jobs/forget-jobs.sql.js';
import { forgetPlaceholders } from '../erasing/old/forget-placeholders.sql.js';
import { forgetRecipients, forgetSends, thinRecipients } from '../campaigns/forget-recipients.sql.js';
import { forgetRejections } from '../erasing/old/forget-rejections.sql.js';
import { forgetStorefrontDeliveries } from '../storefront/forget-storefront.sql.js';
import { type WatchTools, watchTenant } from '../models/watch/watch-tenant.js';
import { wantSnapshots } from '../delivery/snapshots/snapshots.sql.js';
import { giveUpLists } from '../storefront/give-up-lists.sql.js';
import { BEFORE_ALL_TRAITS, forgetTraits, forgetTraitValues, freedTraits } from '../erasing/old/forget-traits.sql.js';
import { thinHistory } from '../scoring/totals/thin-history.sql.js';

type Task = (tenantId: TenantId, now: Date) => Promise<void>;

/** Limit for one transaction over the campaign recipients of a large shop. */
const RECIPIENTS_MS = 5 * MINUTE_MS;

/** The tasks that run once a day for each tenant, in addition to the pass over its scores. */
@Injectable()
export class NightlyTasks {
  /** The tasks of a day run from this hour on. */
  readonly hourUtc: number;
  private readonly watchTools: WatchTools;
  private readonly tasks: Readonly<Record<string, Task>> = {
    forget_jobs: (tenantId, now) => this.database.transaction(tenantId, (db) => forgetJobs(db, now)),
    forget_deliveries: async (tenantId, now) => {
      while (await this.database.transaction(tenantId, (db) => forgetDeliveries(db, now)));
    },
    forget_audit: async (tenantId, now) => {
      while (await this.database.transaction(tenantId, (db) => forgetAudit(db, now)));
    },
    forget_storefront_deliveries: (tenantId, now) => this.database.transaction(tenantId, (db) => forgetStorefrontDeliveries(db, now)),
    forget_rejections: (tenantId, now) => this.database.transaction(tenantId, (db) => forgetRejections(db, now)),
    forget_placeholders: (tenantId, now) => this.repeatUntilDone(tenantId, '', (db, after) => forgetPlaceholders(db, after, now)),
    forget_endpoints: (tenantId, now) => this.forgetEndpoints(tenantId, now),
    give_up_lists: (tenantId, now) => this.database.transaction(tenantId, (db) => giveUpLists(db, now)),
    count_results: (tenantId, now) => this.database.transaction(tenantId, (db) => askForAllResults(db, now)),
    learn_contact_effects: (tenantId, now) => this.learnContactEffects(tenantId, now),
    forget_recipients: async (tenantId, now) => {
      while (await this.database.transaction(tenantId, (db) => thinRecipients(db, now), RECIPIENTS_MS));
      while (await this.database.transaction(tenantId, (db) => forgetRecipients(db, now), RECIPIENTS_MS));
      while (await this.database.transaction(tenantId, (db) => forgetSends(db, now), RECIPIENTS_MS));
    },
    forget_export: async (tenantId, now) => {
      await this.database.transaction(tenantId, (db) => forgetExpired(db, now));
      while (await this.database.transaction(tenantId, forgetOldParts));
    },
    forget_traits: (tenantId) => this.forgetTraits(tenantId),
    thin_history: (tenantId, now) => this.repeatUntilDone(tenantId, FIRST_ID, (db, after) => thinHistory(db, after, now)),
    decide_removal: (tenantId, now) => this.decideRemoval(tenantId, now),
    correct_totals: (tenantId, now) => this.correctTotals(tenantId, now),
    count_category_returns: (tenantId, now) => countCategoryReturns(this.database, tenantId, now),
    evaluate_predictions: (tenantId, now) => this.evaluatePredictions(tenantId, now),
    watch_returns: (tenantId, now) => this.watchReturns(tenantId, now),
    want_snapshots: (tenantId, now) => this.database.transaction(tenantId, (db) => wantSnapshots(db, now)),
  };

  constructor(
    private readonly database: Database,
    private readonly log: Log,
    config: Config,
    box: SecretBox,
  ) {
    this.hourUtc = config.worker.nightlyHourUtc;
    const links = { dashboardUrl: config.dashboardUrl, publicUrl: config.api.publicUrl };
    this.watchTools = { database, box, links, backfillQuietMs: config.backfillQuietMs };
  }

  /** Runs all tasks. Only the worker that opened the tenant's pass of the day calls it. A task that fails is logged and stops no other. */
  async runAll(tenantId: TenantId, now: Date): Promise<void> {
    for (const [task, run] of Object.entries(this.tasks)) {
      await run(tenantId, now).catch((error: unknown) => this.log.error('nightly_task.failed', error, { tenantId, task }));
    }
  }

  /** A shop that has never sent a campaign has no row. */
  private async learnContactEffects(tenantId: TenantId, now: Date): Promise<void> {
    if (!(await this.database.read(tenantId, (db) => db.repository(CampaignSendEntity).exists({})))) return;
    const categories = await this.database.read(tenantId, mainCategories);
    const strata = await countInRanges(contactStrata(categories), now, (work) => this.database.read(tenantId, work));
    const effects = learnContactEffects(
      strata,
      CONTACT_CELLS,
      categories.map(() => 'category'),
    );
    await this.database.transaction(tenantId, (db) => storeContactEffects(db, effects, { categories, now }));
  }

  /** Repeats a transaction, each time from where the last one ended, until it returns null. */
  private async repeatUntilDone<Place>(
    tenantId: TenantId,
    first: Place,
    part: (db: TenantDb, after: Place) => Promise<Place | null>,
  ): Promise<void> {
    let after: Place | null = first;
    while (after !== null) {
      const from: Place = after;
      after = await this.database.transaction(tenantId, (db) => part(db, from));
    }
  }

  private async forgetEndpoints(tenantId: TenantId, now: Date): Promise<void> {
    const forgotten = await this.database.transaction(tenantId, (db) => forgetEndpoints(db, now));
    if (forgotten > 0) this.log.info('endpoints.forgotten', { tenantId, forgotten });
  }

  private async decideRemoval(tenantId: TenantId, now: Date): Promise<void> {
    const retainedFrom = await this.database.transaction(tenantId, (db) => decideRemoval(db, now));
    if (retainedFrom !== null) this.log.info('removal.decided', { tenantId, retainedFrom: retainedFrom.toISOString() });
  }

  private async forgetTraits(tenantId: TenantId): Promise<void> {
    const freed = await this.database.transaction(tenantId, freedTraits);
    if (freed.length === 0) return;
    await this.repeatUntilDone(tenantId, BEFORE_ALL_TRAITS, (db, after) => forgetTraitValues(db, freed, after));
    await this.database.transaction(tenantId, (db) => forgetTraits(db, freed));
  }

  private async correctTotals(tenantId: TenantId, now: Date): Promise<void> {
    const corrected = await this.database.transaction(tenantId, async (db) => {
      const today = localDay(now, (await readSettings(db)).timezone);
      const wereWrong = await correctTotals(db, today);
      await foldChanges(db, today);
      return wereWrong;
    });
    if (corrected) this.log.warn('totals.corrected', { tenantId });
  }

  private async evaluatePredictions(tenantId: TenantId, now: Date): Promise<void> {
    const evaluated = await evaluatePredictions(this.database, tenantId, now);
    if (evaluated > 0) this.log.info('predictions.evaluated', { tenantId, evaluated });
  }

  private async watchReturns(tenantId: TenantId, now: Date): Promise<void> {
    for (const { kind, since } of await watchTenant(this.watchTools, tenantId, now))
      this.log.info('alarm.began', { tenantId, kind, since });
  }
}
