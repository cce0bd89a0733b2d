import { newId, toTenantId, type TenantId } from '#libs/core';
import { findDueResults } from '#libs/campaigns';
import type { Database } from '#libs/database';
import { findDueScoreRequests } from '#libs/work';
import { tenantsWithParts } from '../../../apps/scoring-worker/src/campaigns/campaign-parts.sql.js';
import { findScheduled, findTriggered } from '../../../apps/scoring-worker/src/campaigns/due-campaigns.sql.js';
import { findDueEndpoints } from '../../../apps/scoring-worker/src/delivery/deliver/lease-endpoint.sql.js';
import { tenantsWithOutboxEvents } from '../../../apps/scoring-worker/src/delivery/relay/relay-outbox.sql.js';
import { tenantsToResync } from '../../../apps/scoring-worker/src/delivery/resync/resync.sql.js';
import { findDueDigests } from '../../../apps/scoring-worker/src/delivery/summaries/digests.sql.js';
import { findDueSnapshots } from '../../../apps/scoring-worker/src/delivery/snapshots/snapshots.sql.js';
import { findDueSummaries } from '../../../apps/scoring-worker/src/delivery/summaries/summaries.sql.js';
import { findRemovals } from '../../../apps/scoring-worker/src/erasing/old/remove-old.sql.js';
import { findShopsToErase } from '../../../apps/scoring-worker/src/erasing/shop/erase-shop.sql.js';
import { tenantsToLookAt } from '../../../apps/scoring-worker/src/models/fit/model-fits.sql.js';
import { tenantsToReplay } from '../../../apps/scoring-worker/src/models/replay/replays.sql.js';
import { tenantsToRescore } from '../../../apps/scoring-worker/src/models/shared/models.sql.js';
import { tenantsWithoutPass } from '../../../apps/scoring-worker/src/nightly/passes-due.sql.js';
import { findOpenJobs } from '../../../apps/scoring-worker/src/runner/jobs/jobs.sql.js';
import { findAloneRequests } from '../../../apps/scoring-worker/src/scoring/alone/alone-requests.sql.js';
import { findDueConnections } from '../../../apps/scoring-worker/src/storefront/due-connections.sql.js';
import { CITUS_NODES } from '../../support/servers/citus-database.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { addDueRows } from '../../support/shop/due-rows.js';

/** More than the largest limit of a statement that looks for work. */
const RESTING = 1100;
const NOW = new Date();
type Found = readonly (TenantId | { readonly tenantId: TenantId })[];

/** Each kind of work, a row that makes it due, and what finds it. `$due` stands for the time, which is earlier for resting tenants. */
const WORK: readonly [what: string, table: string | null, row: Record<string, string>, find: (database: Database) => Promise<Found>][] = [
  ['scores', 'score_requests', {}, findDueScoreRequests],
  ['scores that are tried alone', 'score_requests', { alone: 'true' }, findAloneRequests],
  ['results of campaigns', 'counted_results', { due_at: '$due' }, (database) => findDueResults(database, NOW)],
  ['nightly passes', null, {}, (database) => tenantsWithoutPass(database, '2026-01-01', new Date(NOW.getTime() + 60_000))],
  ['jobs', 'churn_jobs', { status: "'queued'", type: "'export'", created_at: '$due' }, (database) => findOpenJobs(database, 'export')],
  ['parts of campaigns', 'campaign_parts', {}, tenantsWithParts],
  ['scheduled campaigns', 'campaigns', { next_run_at: '$due', webhook_url: "'https://x.example'", status: "'active'" }, (database) => findScheduled(database, NOW)],
  ['triggered campaigns', 'campaign_entries', {}, findTriggered],
  ['shops to erase', 'storefront_connections', { platform: "'shopify'", redact_requested_at: '$due', status: "'disconnected'" }, findShopsToErase],
  ['old data', null, {}, (database) => findRemovals(database, NOW)],
  ['files of storages', 'churn_jobs', { status: "'queued'", type: "'snapshot'", created_at: '$due' }, findDueSnapshots],
  ['profiles', 'destinations', { resync_wanted_at: '$due' }, tenantsToResync],
  ['outbox events', 'outbox', {}, tenantsWithOutboxEvents],
  ['deliveries', 'endpoint_health', { due_at: '$due' }, (database) => findDueEndpoints(database, 100, [])],
  ['digests', null, {}, (database) => findDueDigests(database, NOW)],
  ['messages to people', 'destinations', { next_message_at: '$due' }, (database) => findDueSummaries(database, NOW)],
  ['scores by a new model', 'models', { status: "'active'" }, tenantsToRescore],
  ['fits', 'model_fits', { look_at: '$due' }, (database) => tenantsToLookAt(database, NOW)],
  ['past weeks', 'past_replays', { due_at: '$due' }, (database) => tenantsToReplay(database, NOW)],
  ['storefronts', 'storefront_connections', { platform: "'shopify'", sync_due_at: '$due', status: "'connected'" }, (database) => findDueConnections(database, NOW)],
]; // prettier-ignore

// The nodes of Citus do not get the setting that ignores foreign keys. The statements are the same there.
const onPlainPostgres = CITUS_NODES.length > 0 ? describe.skip : describe;

onPlainPostgres('work of all tenants', () => {
  let system: ChurnSystem;
  let database: Database;
  let live: TenantId;

  beforeAll(async () => {
    system = await ChurnSystem.start();
    database = await system.openDatabase();
    live = toTenantId((await system.shop()).tenantId);
    // Nothing may take the work that the test finds.
    await Promise.all([system.api.kill(), system.worker.kill()]);
    const tenants = Array.from({ length: 2 * RESTING }, () => newId());
    const [deleting, suspended] = [tenants.slice(0, RESTING), tenants.slice(RESTING)];
    await system.owner.query(
      `INSERT INTO tenants (id, name, plan, currency, next_digest_at, removal_decided_at, removal_after_id)
       SELECT id, 'resting', 'starter', 'EUR', now() - interval '2 days', now() - interval '3 days', id FROM unnest($1::uuid[]) AS id`,
      [tenants],
    );
    await system.owner.query(
      `UPDATE tenants SET next_digest_at = now() - interval '1 day', removal_decided_at = now() - interval '2 days', removal_after_id = id WHERE id = $1`,
      [live],
    );
    await system.owner.query('UPDATE tenants SET suspended_at = now() WHERE id = ANY ($1)', [suspended]);
    await addDueRows(system.owner, 'tenant_deletions', { due_at: 'now()', started_at: 'now()', tried_at: 'now()' }, deleting);
    const dueAt = (row: Record<string, string>, days: number) =>
      Object.fromEntries(Object.entries(row).map(([name, sql]) => [name, sql.replace('$due', `(now() - interval '${days} days')`)]));
    for (const [, table, row] of WORK) {
      if (table === null) continue;
      await addDueRows(system.owner, table, dueAt(row, 2), tenants);
      await addDueRows(system.owner, table, dueAt(row, 1), [live]);
    }
  }, 120_000);
  afterAll(() => system.stop());

  it.each(WORK)(
    'is found of a tenant whatever waits for a thousand that are being deleted or suspended: %s',
    async (_what, _t, _r, find) => {
      const tenants = new Set((await find(database)).map((each) => (typeof each === 'string' ? each : each.tenantId)));
      expect([...tenants]).toEqual([live]);
    },
  );
});
