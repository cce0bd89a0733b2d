import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { order } from '../support/shop/builders.js';
import { checkInvariants, scoredAfter, until, type Verdict } from './invariants.js';
import { Ledger, Load } from './ledger.js';
import { PROMISED } from './patience.js';
import type { Stand, Victim } from './stand.js';

/** The shop that a fault happens to. */
export interface Scene {
  readonly stand: Stand;
  readonly victim: Victim;
  readonly ledger: Ledger;
  /** Both APIs. */
  readonly urls: readonly string[];
}

export interface Fault {
  readonly name: string;
  /** For the table: what was done. */
  readonly did: string;
  /** Returns why this machine cannot run the fault, or null if it can. */
  readonly impossible?: (stand: Stand) => string | null;
  /** The fault builds a backlog before, instead of running under load. */
  readonly quiet?: boolean;
  /** Workers die, and the endpoints that they were sending to wait until the leases expire. */
  readonly leavesLeases?: boolean;
  /** Causes the fault. Afterwards, also after an error, the stand repairs all that is still broken. */
  readonly happen: (scene: Scene) => Promise<void>;
}

/** Causes a fault in a shop with traffic and checks the invariants afterwards. */
export async function undergo(stand: Stand, fault: Fault): Promise<Verdict> {
  const victim = await stand.victim();
  const urls = stand.apis.map(({ url }) => url);
  const ledger = new Ledger(victim.shop);
  const scene = { stand, victim, ledger, urls };
  const load = new Load(ledger, urls);
  try {
    if (fault.quiet !== true) await load.begin();
    await sleep(300);
    try {
      await fault.happen(scene);
    } finally {
      await stand.repair();
    }
    const repairedAt = performance.now();
    const freshAfterMs = await sendFresh(scene, repairedAt);
    if (fault.leavesLeases === true) await stand.letLeasesPass();
    await load.stop();
    const scoredAfterMs = await scoredAfter(victim, repairedAt);
    return await checkInvariants(victim, ledger, { scoredAfterMs, freshAfterMs });
  } finally {
    ledger.close();
    await load.stop();
    await victim.endpoint.stop();
  }
}

/** I7. @returns milliseconds from the repair until an event that was sent after it is in a score */
async function sendFresh({ victim, ledger, urls }: Scene, repairedAt: number): Promise<number> {
  await ledger.sendUntilStored(urls, [order({ customer_id: 'fresh' })]);
  await until('a fresh event scored', 2 * PROMISED.fresh, async () => {
    const customers = await victim.shop.rows<{ external_id: string; score: string | null }>('customers', 'external_id, score');
    const row = customers.find(({ external_id: id }) => id === 'fresh');
    return row !== undefined && row.score !== null;
  }).catch(() => undefined);
  return performance.now() - repairedAt;
}

/** A line of the table: the fault, and its result or why it was skipped. */
export type Line = Pick<Fault, 'name' | 'did'> &
  ({ readonly verdict: Verdict } | { readonly skipped: string } | { readonly failed: string });

/** Appends a line to the report file, which the command that runs the faults reads. */
export function report(line: Line): void {
  const file = process.env['CHURN_FAULTS_REPORT'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
