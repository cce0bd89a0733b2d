import { type CustomerId, DAY_MS, localDay } from '#libs/core';
import type { OutboxEntry, TenantDb } from '#libs/database';
import { createCustomers, latestOf, type RequestedCustomer } from '#libs/ingestion';
import { traceparentOf } from '#libs/observability';
import { eachHistory, readCovariates, type TenantModels } from '#libs/orders';
import { type Covariates, coldStartModel, countMoves, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, dueDay, type Features, featuresOfTotals, isAtRisk, isFirstAlarm, type LifecycleMove, type Model, type OrderTotals, type ReportedMove, scoreCustomer, type Scored, type Standing, standingBy, toCivilDate, totalsChange, totalsOf, withCovariates, withEarlierOrders } from '#libs/scoring'; // prettier-ignore
import {
  type Activity,
  type FreedTrait,
  lockCustomers,
  type LockedCustomer,
  newcomer,
  readFreedTraits,
  readSettings,
  standingOf,
  type TenantSettings,
} from './read-customers.sql.js';
import { recordChange } from '../totals/daily-changes.sql.js';
import { outboxEvents, type Occasion, type OldModelScore } from './outbox-events.js';
import { reportEpisodes, silenceEpisodes } from './silence-episodes.js';
import { profileChange, watchedMove, withProfile } from './customer-profile.js';
import { wantResync } from './want-resync.sql.js';
import { keepCategories } from './keep-categories.sql.js';
import { restateConsent } from './restated-consent.sql.js';
import type { CustomersToScore } from './fold-requests.js';
import { expectInstant, laterThan } from './instants.js';
import { causeOf, pastScore } from './past-score.js';
import { postponeLarge } from './postpone-large.sql.js';
import { customerMove } from './customer-move.js';
import { hasNewInputs, traitsOf } from './new-inputs.js';
import {
  appendHistory,
  type HistoryRow,
  insertScored,
  noteUnscored,
  ConcurrentChange,
  type ScoreRow,
  writeScores,
} from './write-scores.sql.js';

export interface ScoringOptions {
  readonly occasion: Occasion;
  readonly models: TenantModels;
  /** Called once the locks are held, because waiting for them may take a while. */
  readonly readNow: () => Date;
}

export interface ScoringOutcome {
  /** Customers that have a score now. */
  readonly scored: number;
  /** Customers that scoring failed for. They keep their old score; all others get a new one. */
  readonly unscorable: readonly UnscorableCustomer[];
  /** The outbox has new events. Waking the relay after the commit saves the wait for the sweep. */
  readonly hasOutboxEvents: boolean;
}

export interface UnscorableCustomer {
  readonly customerId: CustomerId;
  readonly error: unknown;
}

/**
 * Scores customers from everything stored about them. Writes scores, history, outbox events and totals in the caller's transaction. The transaction
 * then holds all its locks and should commit soon, because others wait for the totals. The orders are read after the customers are locked, so the
 * last transaction that scores a customer has seen all committed orders. Ids that no longer exist are skipped.
 */
export async function scoreCustomers(db: TenantDb, asked: CustomersToScore, options: ScoringOptions): Promise<ScoringOutcome> {
  const { occasion } = options;
  // Postgres runs these in this order. The settings come after the locks: a pass with a newer model then scores these customers after us,
  // never before.
  const [locked, settings] = await Promise.all([lockCustomers(db, asked.ids), readSettings(db)]);
  expectSameAliases(asked, locked);
  const newcomers = newcomersAmong(asked, locked);
  const now = options.readNow();
  const customers = [...(await postponeLarge(db, locked, { occasion, now, withEvents: asked.withEvents })), ...newcomers.values()];
  const models = await readModels(db, settings, customers, options.models);
  const today = Math.floor(now.getTime() / DAY_MS);
  const covariates = await readCovariates(db, [models.model, ...models.before.values()], customers.map(({ id }) => id), today); // prettier-ignore
  const context = { ...models, covariates, settings, occasion, now };
  const unscorable: UnscorableCustomer[] = [];
  const results: CustomerResult[] = [];
  const visit = (customer: LockedCustomer, totals: (nowMs: number) => OrderTotals): void => {
    const activity = activityOf(customer, asked.withEvents.get(customer.id));
    // Another worker will score the first events of the customer.
    if (activity === null) return;
    try {
      results.push(scoreOne(customer, activity, totals, context));
    } catch (error) {
      unscorable.push({ customerId: customer.id, error });
    }
  };
  await eachHistory(db, customers.filter(({ joinedMs }) => joinedMs === null), now.getTime(), visit); // prettier-ignore
  // The orders of an alias count for its customer.
  for (const alias of customers.filter(({ joinedMs }) => joinedMs !== null)) visit(alias, (at) => totalsOf([], at));
  const unscored = unscorable.map(({ customerId }) => customerId);
  await createCustomers(db, unscored.flatMap((id) => asked.withEvents.get(id) ?? [])); // prettier-ignore
  await noteUnscored(db, unscored, asked.withEvents);
  if (results.some(({ isSilent }) => isSilent)) await wantResync(db, now);
  await writeResults(db, results, { newcomers, now, day: localDay(now, settings.timezone) });
  await restateConsent(db, asked.restated);
  await keepCategories(db, customers, settings);
  return {
    scored: results.filter(({ row }) => row.scored !== null).length,
    unscorable,
    hasOutboxEvents: results.some(({ outbox }) => outbox.length > 0),
  };
}

/** @throws ConcurrentChange when an identifier has become an alias, or has stopped being one, since the requests were folded */
function expectSameAliases({ aliases }: CustomersToScore, locked: readonly LockedCustomer[]): void {
  if (aliases !== null && locked.some(({ id, joinedMs }) => aliases.has(id) !== (joinedMs !== null))) throw new ConcurrentChange();
}

/** Returns the customers that have events and no row, sorted by id. */
function newcomersAmong({ ids, withEvents }: CustomersToScore, locked: readonly LockedCustomer[]): Map<CustomerId, LockedCustomer> {
  const known = new Set(locked.map(({ id }) => id));
  const customers = ids.flatMap((id) => (known.has(id) ? [] : (withEvents.get(id) ?? [])));
  return new Map(customers.map(({ id, externalId }) => [id, newcomer(id, externalId)]));
}

interface Writing {
  readonly newcomers: ReadonlyMap<CustomerId, LockedCustomer>;
  readonly now: Date;
  /** Today for the tenant, `2026-11-21`. */
  readonly day: string;
}

async function writeResults(db: TenantDb, results: readonly CustomerResult[], { newcomers, now, day }: Writing): Promise<void> {
  const change = totalsChange(results.map(({ before }) => before), results.map(({ row }) => row.scored)); // prettier-ignore
  const rows = results.map(({ row }) => row);
  await Promise.all([
    writeScores(db, rows.filter(({ id }) => !newcomers.has(id)), now),
    insertScored(db, rows.filter(({ id }) => newcomers.has(id)), now),
    appendHistory(db, results.flatMap(({ past }) => past ?? [])),
    db.appendOutbox(results.flatMap(({ outbox }) => outbox), now, traceparentOf()),
    recordChange(db, change, countMoves(results.flatMap(({ move }) => move ?? [])), day),
  ]); // prettier-ignore
}

/** Returns the activity stored with the last score, merged with that of new events; null while there is neither. */
function activityOf(customer: LockedCustomer, events: RequestedCustomer | undefined): Activity | null {
  const { firstSeenMs, lastActivityMs, deletedMs, unsubscribedMs, consentedMs, refusedMs } = customer;
  if (events === undefined)
    return firstSeenMs === null || lastActivityMs === null
      ? null
      : { firstSeenMs, lastActivityMs, deletedMs, unsubscribedMs, consentedMs, refusedMs };
  return {
    firstSeenMs: Math.min(firstSeenMs ?? events.firstAt, events.firstAt),
    lastActivityMs: Math.max(lastActivityMs ?? events.lastAt, events.lastAt),
    deletedMs: latestOf(deletedMs, events.deletedAt),
    unsubscribedMs: latestOf(unsubscribedMs, events.unsubscribedAt),
    consentedMs: latestOf(consentedMs, events.consentedAt),
    refusedMs: latestOf(refusedMs, events.refusedAt),
  };
}

/** Returns whether the customer was deleted and has not ordered since. An order of the same instant counts as earlier. */
const isDeleted = ({ deletedMs }: Activity, { lastOrderAtMs }: Features): boolean =>
  deletedMs !== null && (lastOrderAtMs === null || lastOrderAtMs <= deletedMs);

interface Models {
  /** The model that scores now. */
  readonly model: Model;
  /** The models of the customers' current scores by version, with today's bands. A model that was deleted is absent. */
  readonly before: ReadonlyMap<string, Model>;
  /** The traits of these models that were freed. */
  readonly freed: readonly FreedTrait[];
}

/** Reads the tenant's own model, or takes the prior mean while there is none, with the label bands of the tenant. */
async function readModels(
  db: TenantDb,
  { horizon_days: horizon, label_thresholds: thresholds, active_model: active }: TenantSettings,
  customers: readonly LockedCustomer[],
  models: TenantModels,
): Promise<Models> {
  const bands = thresholds ?? DEFAULT_BANDS;
  const own = active === null ? null : await models.find(db, active);
  const model = own === null ? coldStartModel(horizon ?? DEFAULT_HORIZON_DAYS, bands) : { ...own, bands };
  const before = new Map<string, Model>();
  for (const version of new Set(customers.map(({ model_version: each }) => each))) {
    const old = version === null || version === model.version ? null : await models.find(db, version);
    if (old !== null) before.set(old.version, { ...old, bands });
  }
  return { model, before, freed: await readFreedTraits(db, traitsOf([model, ...before.values()])) };
}

/** Keeps only the fields we write. Larger objects showed up in GC time (1,000 customers per chunk). */
interface CustomerResult {
  readonly before: Standing | null;
  readonly row: ScoreRow;
  /** The replaced score, for the history. */
  readonly past: HistoryRow | null;
  readonly move: LifecycleMove | null;
  /** A resync pushes the change to destinations with profiles. */
  readonly isSilent: boolean;
  readonly outbox: readonly OutboxEntry[];
}

interface ScoringContext extends Models {
  /** The behaviour and the traits of the customers that the model uses. */
  readonly covariates: ReadonlyMap<CustomerId, Covariates>;
  readonly settings: TenantSettings;
  readonly occasion: Occasion;
  readonly now: Date;
}

function scoreOne(
  customer: LockedCustomer,
  activity: Activity,
  totals: (nowMs: number) => OrderTotals,
  context: ScoringContext,
): CustomerResult {
  const { model, before, covariates, settings, occasion, now } = context;
  // The API computes the score again from this time, to explain it.
  const calculatedMs = laterThan(customer.calculatedMs, now.getTime());
  const known = withCovariates(withEarlierOrders(totals(calculatedMs), model.mbg), covariates.get(customer.id));
  const features = featuresOfTotals(known, activity, calculatedMs);
  expectInstant(features.lastOrderAtMs);
  const scored = customer.joinedMs !== null || isDeleted(activity, features) ? null : scoreCustomer(features, model);
  const isByNewInputs = hasNewInputs(customer, features, context);
  // Changes by new inputs are as silent as imported history.
  const reportedAs = isByNewInputs ? 'backfill' : occasion;
  const events =
    scored === null
      ? null
      : outboxEvents(customer, scored, {
          occasion: reportedAs,
          bands: model.bands,
          scoreDeltaThreshold: settings.score_delta_threshold,
          reportsFirst: isFirstAlarm(scored, (calculatedMs - activity.lastActivityMs) / DAY_MS, model.horizonDays),
          byOldModel: scoreByOldModel(customer, features, before),
        });
  const profile = settings.keeps_profiles ? profileChange(customer, scored, reportedAs) : null;
  const episodes = silenceEpisodes(customer, features, scored, occasion);
  const reported = reportEpisodes(customer, events?.entries ?? [], { episodes, scored, features, settings });
  const outbox = withProfile(customer, reported, profile);
  const past = pastScore(customer, scored, calculatedMs);
  const cause = causeOf(customer, scored, model.bands, {
    occasion,
    isRefreshed: past === null,
    hasNewInputs: isByNewInputs,
    hasSetHorizon: settings.horizon_days !== null,
  });
  const row: ScoreRow = {
    id: customer.id,
    externalId: customer.external_id,
    activity,
    bought: { lastOrderAtMs: features.lastOrderAtMs, ordersTotal: features.ordersTotal, monetaryTotal: features.monetaryTotal },
    scored,
    calculatedMs,
    cause,
    highRiskSinceMs: highRiskSince(customer, scored, outbox, calculatedMs),
    labelSinceMs: (scored?.label ?? null) === customer.label ? customer.labelSinceMs : calculatedMs,
    secondDueAfterDay: episodes.secondDue.afterDay,
    overdueAfterDay: episodes.overdue.afterDay,
    driftFrom: events?.driftFrom ?? null,
    profileFrom: profile?.movedFrom ?? null,
    dueOn:
      scored === null
        ? null
        : dueOn(features, scored, watchedMove(scored, events?.driftFrom ?? null, profile, settings), { model, occasion }),
    eventSequence: outbox.at(-1)?.sequence ?? customer.event_sequence,
  };
  const move = customerMove(customer, row, features, occasion);
  return { before: standingOf(customer), row, past, move, isSilent: profile?.kind === 'silent', outbox };
}

/** Returns the time at which the label entered high or critical from below, as the outbox event says. It stays until the label leaves both. */
function highRiskSince(
  customer: LockedCustomer,
  scored: Scored | null,
  outbox: readonly OutboxEntry[],
  calculatedMs: number,
): number | null {
  if (scored === null || !isAtRisk(scored.label)) return null;
  const hasEntered = customer.score !== null && outbox.some(({ payload }) => payload.event === 'customer.high_risk.detected');
  return hasEntered ? calculatedMs : customer.highRiskSinceMs;
}

/**
 * Returns the day on which the score must be calculated again even if the customer does nothing. A score after events moves fast in its first days,
 * so the next nightly pass calculates it again and looks ahead. Looking ahead costs up to four times as much as the score.
 */
function dueOn(
  features: Features,
  scored: Scored,
  move: ReportedMove | null,
  { model, occasion }: Pick<ScoringContext, 'model' | 'occasion'>,
): string {
  if (occasion !== 'pass') return toCivilDate(features.today + 1);
  return toCivilDate(dueDay(features, model, scored, move));
}

/** @returns null when the current score comes from today's model, or from one that was deleted. */
function scoreByOldModel({ model_version: version }: LockedCustomer, features: Features, before: Models['before']): OldModelScore | null {
  const model = version === null ? undefined : before.get(version);
  return model === undefined ? null : standingBy(features, model);
}
