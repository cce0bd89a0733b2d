import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedShop } from '../../storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../storefront-simulator/storefront-simulator.js';
import type { DashboardSession, ShownConnection } from './dashboard-session.js';
import { demoCustomer } from './fill-shop.js';

export interface Walk {
  readonly storefront: StorefrontSimulator;
  readonly shop: SimulatedShop;
  readonly session: DashboardSession;
  readonly say: (line: string) => void;
  /** Grants access by itself, without asking the user. */
  readonly allow: boolean;
  /** Ends after the demonstration. */
  readonly once: boolean;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 300;
const ORDER_EVERY_MS = 5000;

/** Connects the shop, simulates activity in it, and prints the reaction of the service. */
export async function walkConnection(walk: Walk): Promise<void> {
  const { session, say, signal } = walk;
  say(`The simulated storefront runs at ${walk.storefront.url}, with the shop ${walk.shop.domain} and ${walk.shop.orders.length} orders.`);
  // Removes the connection of an earlier run, which the new platform does not know.
  if ((await session.connection()).status !== 'disconnected') await session.disconnect();
  await askForAccess(walk);
  const connected = await until(walk, ({ status }) => status === 'connected');
  if (connected === null) return;
  say(`\nConnected. The shop sends webhooks for: ${connected.webhooks.map(({ topic }) => topic).join(', ')}.`);
  const imported = await until(walk, ({ webhooks, import: { state } }) => state !== 'running' && webhooks.every(({ ok }) => ok));
  if (imported === null) return;
  say(
    `Imported ${imported.import.done} of ${imported.import.total ?? '?'} orders of the last 60 days; the platform does not show older orders.\n`,
  );
  await liveOrders(walk);
  if (walk.once) return;
  say('\nFrom now on a customer orders every few seconds. See Customers and Integrations in the dashboard. Ctrl-C ends the demo.');
  for (let n = 0; !signal.aborted; n += 1) {
    await pause(ORDER_EVERY_MS, signal);
    if (!signal.aborted) await orderOf(walk, n % 20);
  }
}

async function askForAccess({ session, shop, say, allow }: Walk): Promise<void> {
  const page = await session.beginConnection(shop.domain);
  if (!allow) {
    say(
      `\nSign in to the dashboard. Then connect ${shop.domain} on its page Integrations, or open this page and click "Allow":\n  ${page}`,
    );
    return;
  }
  const decided = await fetch(`${page}&decision=allow`, { redirect: 'manual' });
  await session.visit(decided.headers.get('location') ?? '');
}

async function liveOrders(walk: Walk): Promise<void> {
  const { storefront, shop, say } = walk;
  await orderOf(walk, 0);
  const order = await orderOf(walk, 1);
  storefront.refund(shop, order, '5.00');
  await taken(walk, 'It is refunded in part');
  storefront.cancel(shop, order);
  await taken(walk, 'It is cancelled');
  storefront.webhooks.faults.lose = () => true;
  storefront.order(shop, { customer: demoCustomer(2), total: '35.00' });
  storefront.webhooks.faults.lose = () => false;
  say(`Customer ${demoCustomer(2)} orders, and the platform loses the webhook: the daily check of the last seven days finds the order.`);
}

async function orderOf(walk: Walk, n: number): Promise<ReturnType<SimulatedShop['place']>> {
  const { storefront, shop, session, say, signal } = walk;
  const customer = demoCustomer(n);
  const before = await session.scoreOf(customer);
  const order = storefront.order(shop, { customer, total: `${20 + n}.00` });
  await taken(walk, `Customer ${customer} orders for ${order.total}`);
  await pause(3 * LOOK_EVERY_MS, signal);
  say(`  score before ${before ?? 'none'}, now ${(await session.scoreOf(customer)) ?? 'none yet'}`);
  return order;
}

/** Waits for the webhooks that are being delivered. */
async function taken({ storefront, say }: Walk, what: string): Promise<void> {
  await storefront.webhooks.delivered();
  const answers = storefront.webhooks.sent.splice(0).map(({ topic, status }) => `${topic} ${status}`);
  say(`${what}: ${answers.join(', ')}`);
}

/** @returns null when the demo ends first. */
async function until({ session, signal }: Walk, condition: (shown: ShownConnection) => boolean): Promise<ShownConnection | null> {
  while (!signal.aborted) {
    const shown = await session.connection();
    if (condition(shown)) return shown;
    await pause(LOOK_EVERY_MS, signal);
  }
  return null;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
