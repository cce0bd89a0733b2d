import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#libs/core';
import type { SendResult } from '#libs/delivery';
import { mayWriteCustomers, type PlatformResult, type ShopifyAccess } from '#libs/storefront';
import { arrived, LAST_CALL_MS, type VendorHttp } from '../vendor-http.js';
import { directRequest, mutationOf, type ShopifyCustomer, type Step, STEPS } from './customer-values.js';
import { failureOf, lateResult } from './shopify-failure.js';
import { digestOf, ShopifyCalls } from './shopify-calls.js';

/**
 * Up to this many customers are changed by plain mutations. Each costs 40 of the 2,000 points of a shop's budget, which fills again by 100 a
 * second: a thousand customers would use it up for minutes. A bulk operation costs hardly any points, and takes some seconds at least.
 */
const MOST_DIRECT = 20;
/** Customers of one request, 400 points: a request may cost 1,000. */
const PER_REQUEST = 10;
/** Pauses between looks at a bulk operation. */
const LOOK = { firstMs: 2 * SECOND_MS, mostMs: 30 * SECOND_MS };
/** Two hours. */
const MOST_LOOKS = 240;
/** Refused customers that a log names. */
const NAMED = 20;
const LONGEST_PAUSE_MS = 3 * SECOND_MS;
/** Reasons why a bulk operation has to wait for another one. */
const BUSY: ReadonlySet<string> = new Set(['OPERATION_IN_PROGRESS', 'LIMIT_REACHED']);

/** The state of a push by bulk operations. */
interface Progress {
  /** Index in `STEPS`. */
  readonly step: number;
  /** Null while the step has not begun. */
  readonly operation: string | null;
  /** Digest of the customers of its lines. */
  readonly lines: string;
  readonly looks: number;
  /** Codes of refused customers by our ids. */
  readonly refused: Readonly<Record<string, string>>;
  /** Refused customers who cannot be named any more. */
  readonly nameless: number;
}

const BEGINNING: Progress = { step: 0, operation: null, lines: '', looks: 0, refused: {}, nameless: 0 };

const GID = 'gid://shopify/Customer/';
const NUMBER = /^[1-9]\d{0,19}$/;

/**
 * Keeps metafields and tags of the customers of a connected Shopify shop up to date: few by plain mutations, many by bulk operations.
 * https://shopify.dev/docs/api/usage/bulk-operations/imports
 */
export class Shopify {
  private readonly calls: ShopifyCalls;

  /** @param defined shops that have the definitions of their metafields, as known to this process */
  constructor(
    http: VendorHttp,
    readonly access: ShopifyAccess,
    private readonly defined: Set<string>,
  ) {
    this.calls = new ShopifyCalls(http, access);
  }

  /** Returns Shopify's id of a customer. @returns null when the identifier is not one of the shop */
  gidOf(externalId: string): string | null {
    const { namespace } = this.access;
    const number = externalId.startsWith(namespace) ? externalId.slice(namespace.length) : '';
    return NUMBER.test(number) ? GID + number : null;
  }

  /**
   * Brings customers up to date. Refused ones are logged by our ids and are not an error, because another attempt would fail in the same
   * way.
   *
   * @param customers with their values of now, in the same order at every look
   * @param progress as an earlier call returned it in `unfinished`; null begins
   */
  async push(customers: readonly ShopifyCustomer[], progress: object | null): Promise<SendResult> {
    const started = performance.now();
    if (progress !== null) return this.follow(customers, progress as Progress, started);
    // An older operation would write its older values after ours.
    const running = await this.calls.isBulkRunning();
    if (running.kind !== 'ok') return failureOf(running, started);
    if (running.value) return unfinished(null, LOOK.firstMs, started);
    const defined = await this.define();
    if (defined.kind !== 'ok') return failureOf(defined, started);
    if (isLate(started)) return lateResult(started);
    return customers.length <= MOST_DIRECT ? this.pushDirectly(customers, started) : this.runSteps(customers, BEGINNING, started);
  }

  /** Asks for the permissions of the app, which changes nothing. */
  async test(): Promise<SendResult> {
    const started = performance.now();
    const scopes = await this.calls.scopes();
    if (scopes.kind !== 'ok') return failureOf(scopes, started);
    if (mayWriteCustomers(scopes.value.join())) return arrived(started, 200, 'Shopify allows to change customers.');
    return failureOf({ kind: 'refused', why: 'graphql_access_denied' }, started);
  }

  private async define(): Promise<PlatformResult<null>> {
    const { shop } = this.access.at;
    if (this.defined.has(shop)) return { kind: 'ok', value: null, pauseMs: 0 };
    const result = await this.calls.define();
    if (result.kind === 'ok') this.defined.add(shop);
    return result;
  }

  private async pushDirectly(customers: readonly ShopifyCustomer[], started: number): Promise<SendResult> {
    const refused = new Map<number, string>();
    for (let from = 0; from < customers.length; from += PER_REQUEST) {
      if (isLate(started)) return lateResult(started);
      const { query, variables, aliases } = directRequest(customers.slice(from, from + PER_REQUEST));
      const result = await this.calls.mutate(query, variables);
      if (result.kind !== 'ok') return failureOf(result, started);
      aliases.forEach((each, i) => {
        const code = each.flatMap((alias) => result.value(alias))[0];
        if (code !== undefined) refused.set(from + i, code);
      });
      if (from + PER_REQUEST < customers.length) await sleep(Math.min(result.pauseMs, LONGEST_PAUSE_MS));
    }
    return done(customers, noteRefused(BEGINNING, refused, customers), started);
  }

  /** Looks at the operation of the present step. */
  private async follow(customers: readonly ShopifyCustomer[], progress: Progress, started: number): Promise<SendResult> {
    const { operation: id } = progress;
    if (id === null) return this.runSteps(customers, progress, started);
    const found = await this.calls.operation(id);
    if (found.kind !== 'ok') return failureOf(found, started);
    const operation = found.value;
    if (operation === null) return this.runSteps(customers, { ...progress, operation: null }, started);
    if (operation.isRunning) {
      return lookAgain(progress, started);
    }
    if (operation.errorCode === 'ACCESS_DENIED') return failureOf({ kind: 'refused', why: 'graphql_access_denied' }, started);
    if (operation.status !== 'COMPLETED')
      return failureOf(
        { kind: 'later', afterMs: null, why: `bulk_${operation.status}_${operation.errorCode ?? ''}`.toLowerCase() },
        started,
      );
    const next = await this.withResult(customers, progress, operation.url);
    return this.runSteps(customers, { ...next, step: next.step + 1, operation: null, looks: 0 }, started);
  }

  /** Adds the customers that the operation has refused. If the result cannot be read, all count as accepted. */
  private async withResult(customers: readonly ShopifyCustomer[], progress: Progress, url: string | null): Promise<Progress> {
    const step = STEPS[progress.step];
    if (url === null || step === undefined) return progress;
    const failures = await this.calls.resultOf(url, step.field);
    if (failures === null || failures.size === 0) return progress;
    const affected = affectedBy(step, customers);
    // A customer may have been erased since; then the numbers of the lines belong to other customers.
    const areSame = digestOf(affected.map(({ gid }) => gid)) === progress.lines;
    return areSame ? noteRefused(progress, failures, affected) : { ...progress, nameless: progress.nameless + failures.size };
  }

  /** Starts the operation of the present step, or of the next one that has something to do. */
  private async runSteps(customers: readonly ShopifyCustomer[], progress: Progress, started: number): Promise<SendResult> {
    const at = STEPS.findIndex((step, i) => i >= progress.step && affectedBy(step, customers).length > 0);
    const step = STEPS[at];
    if (step === undefined) return done(customers, progress, started);
    const affected = affectedBy(step, customers);
    const begun = await this.begin(
      mutationOf(step),
      affected.flatMap((customer) => step.variablesOf(customer) ?? []),
      started,
    );
    if ('durationMs' in begun) return begun;
    const next = { ...progress, step: at, lines: digestOf(affected.map(({ gid }) => gid)), operation: begun.id };
    return begun.id === null ? lookAgain(next, started) : unfinished(next, LOOK.firstMs, started);
  }

  /** @returns the id of the operation, null when it has to wait for another one, or the result of an attempt that failed */
  private async begin(mutation: string, lines: readonly unknown[], started: number): Promise<{ readonly id: string | null } | SendResult> {
    const target = await this.calls.stage();
    if (target.kind !== 'ok') return failureOf(target, started);
    if (isLate(started)) return lateResult(started);
    const uploaded = await this.calls.upload(target.value, lines);
    if (uploaded.kind !== 'ok') return failureOf(uploaded, started);
    if (isLate(started)) return lateResult(started);
    const begun = await this.calls.run(mutation, target.value.path);
    if (begun.kind !== 'ok') return failureOf(begun, started);
    if (begun.value.kind === 'begun') return { id: begun.value.id };
    if (BUSY.has(begun.value.code)) return { id: null };
    return failureOf({ kind: 'later', afterMs: null, why: `bulk_${begun.value.code.toLowerCase()}` }, started);
  }
}

const isLate = (started: number): boolean => performance.now() - started > LAST_CALL_MS;

const affectedBy = (step: Step, customers: readonly ShopifyCustomer[]): ShopifyCustomer[] =>
  customers.filter((customer) => step.variablesOf(customer) !== null);

function noteRefused(progress: Progress, failures: ReadonlyMap<number, string>, customers: readonly ShopifyCustomer[]): Progress {
  const refused: Record<string, string> = { ...progress.refused };
  let { nameless } = progress;
  for (const [place, code] of failures) {
    const id = customers[place]?.id ?? null;
    if (id === null) nameless += 1;
    else refused[id] ??= code;
  }
  return { ...progress, refused, nameless };
}

function done(customers: readonly ShopifyCustomer[], { refused, nameless }: Progress, started: number): SendResult {
  const count = customers.length;
  // A customer may have been erased since, and must not be named in a log.
  const known = new Set<string | null>(customers.map(({ id }) => id));
  const named = Object.entries(refused).flatMap(([id, code]) => (known.has(id) ? [`${id} (${code})`] : []));
  const failed = Math.min(count, Object.keys(refused).length + nameless);
  const names = named.length === 0 ? '' : `: customers ${named.slice(0, NAMED).join(', ')}`;
  const refusal = failed === 0 ? '' : ` It refused ${failed}${names}.`;
  return arrived(started, 200, `Shopify has updated ${count - failed} of ${count} customers.${refusal}`);
}

/** Waits longer from look to look, and gives the attempt up after about two hours. */
function lookAgain(progress: Progress, started: number): SendResult {
  const looks = progress.looks + 1;
  if (looks > MOST_LOOKS) return failureOf({ kind: 'later', afterMs: null, why: 'bulk_stuck' }, started);
  return unfinished({ ...progress, looks }, Math.min(LOOK.mostMs, LOOK.firstMs * looks), started);
}

const unfinished = (progress: Progress | null, lookAgainMs: number, started: number): SendResult => ({
  ...arrived(started, 200, ''),
  unfinished: { progress, lookAgainMs },
});
