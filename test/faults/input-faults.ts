import { setTimeout as sleep } from 'node:timers/promises';
import { order, type WireEvent } from '../support/shop/builders.js';
import { answer } from '../support/webhooks/webhook-endpoint.js';
import { lapsed } from '../support/webhooks/webhook-shop.js';
import type { Fault, Scene } from './fault.js';
import { until } from './invariants.js';
import { someOrders } from './ledger.js';
import { lasting, PROMISED } from './patience.js';

const TWIN_BATCHES = lasting(60, 15);
const STORM = lasting(200, 40);
const HANGS_SECONDS = lasting(40, 8);
const NUL = String.fromCodePoint(0);

/** Bodies that are refused whole. */
const POISON_BODIES: readonly string[] = [
  '',
  'null',
  '{',
  '[]',
  '{"events":[]}',
  '{"events":{}}',
  `{"events":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`,
  `{"events":"${'x'.repeat(9 * 1024 * 1024)}"}`,
  JSON.stringify({ events: someOrders(101, () => 'too-many') }),
];

/** Events that are refused by themselves. */
const poisonEvents = (): WireEvent[] => [
  order({ customer_id: `a${NUL}b` }),
  order({ customer_id: '\uD800' }),
  order({ value: -1 }),
  order({ value: 'much' }),
  order({ occurred_at: '2026-02-30T00:00:00Z' }),
  order({ event_type: 'order_eaten' }),
  order({ data: { text: NUL } }),
  order({ data: { text: 'x'.repeat(70_000) } }),
  order({ customer_id: 'x'.repeat(10_000) }),
];

async function sendPoison({ victim, ledger, urls }: Scene): Promise<void> {
  const url = urls[0] ?? '';
  const end = Date.now() + lasting(10_000, 2000);
  do {
    for (const body of POISON_BODIES) {
      const response = await fetch(`${url}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': victim.shop.apiKey },
        body,
      });
      if (response.status < 400 || response.status >= 500) throw new Error(`${response.status} for ${body.slice(0, 60)}`);
    }
    const mixed = [...someOrders(5, () => 'beside-poison'), ...poisonEvents()];
    const { status } = await ledger.send(url, mixed);
    if (status !== 207) throw new Error(`${status} for a batch that is good in part`);
  } while (Date.now() < end);
}

async function sendTwins({ ledger, urls }: Scene): Promise<void> {
  for (let i = 0; i < TWIN_BATCHES; i += 1) {
    const events = someOrders(50, (n) => `twin-${n % 20}`);
    const copies = [events, events.toReversed(), events.slice(10, 40), events];
    await Promise.all(copies.map((copy, n) => ledger.sendUntilStored([urls[n % urls.length] ?? ''], copy)));
  }
}

async function recalculateAll({ victim, urls }: Scene): Promise<void> {
  const { shop } = victim;
  const asked = Array.from({ length: STORM }, async (_, i) => {
    const body = i % 2 === 0 ? { force: true } : { force: true, customer_ids: ['cust-1', 'cust-2', 'nobody'] };
    const { status } = await shop.via(urls[i % urls.length] ?? '').post('/churn/recalculate', body);
    if (![202, 503].includes(status)) throw new Error(`a recalculation was answered with ${status}`);
  });
  await Promise.all(asked);
  await until('all recalculated', PROMISED.scored, async () => {
    const jobs = await shop.rows<{ status: string }>('churn_jobs', 'status');
    return jobs.length > 0 && jobs.every(({ status }) => status === 'completed');
  });
}

/** One endpoint accepts requests and never answers. Other endpoints still get theirs. */
async function hangEndpoint({ stand, victim, urls }: Scene): Promise<void> {
  const { endpoint } = victim;
  const open: (() => void)[] = [];
  endpoint.behaviour = (_request, response) => void open.push(() => response.writeHead(200).end());
  await sleep(HANGS_SECONDS * 500);
  const bystander = await stand.victim();
  const startedAt = Date.now();
  await bystander.shop.via(urls[0] ?? '').post('/events', { events: lapsed('bystander') });
  await bystander.endpoint.until(1, undefined, PROMISED.fresh);
  await bystander.endpoint.stop();
  await sleep(Math.max(0, HANGS_SECONDS * 500 - (Date.now() - startedAt)));
  endpoint.behaviour = answer(200);
  for (const end of open) end();
}

/** Faults in the input from outside. */
export const INPUT_FAULTS: readonly Fault[] = [
  {
    name: 'the same batches reach both APIs at once',
    did: `${TWIN_BATCHES} batches, each four times at once, in different orders and in part, to two processes`,
    happen: sendTwins,
  },
  {
    name: 'poison events arrive under load',
    did: `${POISON_BODIES.length} kinds of bodies and ${poisonEvents().length} of events that must be refused, beside load; all answers 4xx or 207`,
    happen: sendPoison,
  },
  {
    name: 'a storm of recalculations',
    did: `${STORM} calls for recalculation at once beside load, half of them for the whole shop; all jobs completed`,
    happen: recalculateAll,
  },
  {
    name: 'a webhook endpoint hangs',
    did: `no answer to any webhook for ${HANGS_SECONDS} s; another shop's arrive meanwhile`,
    happen: hangEndpoint,
  },
];
