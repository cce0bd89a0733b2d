import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fieldOf, LatestCustomers, type ServiceClient, textOf, type WatchedCustomer } from '#libs/backfill';
import { sendRows } from '#libs/order-import';
import { simulateShop } from '../simulator/simulate-shop.js';
import { StoppedError, type Terminal } from '#libs/terminal';

const DEMO = { seed: 7, customers: 1500, months: 24 } as const;

/** The stored state of the demo shop between two starts. Its history ends at `until`. */
interface DemoState {
  readonly key: string;
  readonly until: Date;
  readonly acknowledged: number;
  readonly finished: boolean;
}

/**
 * Fills the demo shop once with simulated orders through the API. It continues an interrupted start with the same
 * history, and sends nothing after a finished one. A new tenant (another key) is filled again.
 * @param stateFile stores the progress. @returns the customers of the last events; none when nothing was sent.
 * @throws StoppedError when the service refuses an event, or cannot be reached.
 */
export async function fillDemoShop(client: ServiceClient, stateFile: string, terminal: Terminal, now: Date): Promise<WatchedCustomer[]> {
  const key = createHash('sha256').update(client.address.apiKey).digest('hex').slice(0, 16);
  const remembered = await readState(stateFile);
  let state: DemoState = remembered?.key === key ? remembered : { key, until: now, acknowledged: 0, finished: false };
  if (state.finished) return [];

  const events = simulateShop({ ...DEMO, now: state.until });
  const begun = state.acknowledged;
  const latest = new LatestCustomers();
  const progress = terminal.progress('Sending simulated orders', events.length);
  await saveState(stateFile, state);
  try {
    await sendRows(
      client,
      events.slice(begun).map((event, index) => ({ position: begun + index + 1, events: [event] })),
      {
        endsBackfill: true,
        onOutcome: async ({ upTo, accepted, sentAt, refusals }) => {
          const refusal = refusals[0];
          if (refusal !== undefined) throw new StoppedError(`The service refused the demo event ${refusal.eventId}: ${refusal.reason}`);
          latest.remember(accepted, sentAt);
          state = { ...state, acknowledged: upTo };
          await saveState(stateFile, state);
          progress.update(upTo, `${upTo} of ${events.length} events`);
        },
      },
    );
    progress.finish(`${events.length} events`);
  } finally {
    progress.stop();
  }
  await saveState(stateFile, { ...state, finished: true });
  return latest.remembered();
}

async function readState(path: string): Promise<DemoState | null> {
  try {
    const saved: unknown = JSON.parse(await readFile(path, 'utf8'));
    const key = textOf(fieldOf(saved, 'key'));
    const until = new Date(textOf(fieldOf(saved, 'until')) ?? '');
    if (key === null || Number.isNaN(until.getTime())) return null;
    return { key, until, acknowledged: Number(fieldOf(saved, 'acknowledged') ?? 0), finished: fieldOf(saved, 'finished') === true };
  } catch {
    return null;
  }
}

async function saveState(path: string, state: DemoState): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify(state)}\n`);
  await rename(`${path}.tmp`, path);
}
