import { type Clock, conflict, notFound, SystemClock, toTenantId } from '#libs/core';
import type { Ingestion } from '#libs/ingestion';
import type { JoinAliases } from '../customers/aliases/join-aliases.js';
import type { PseudonymKeys } from '../ingest/pseudonym-keys.js';
import type { ManageTraits } from '../traits/manage-traits.js';
import type { SetTraits } from '../traits/set-traits.js';
import { ChangeCustomers, type Sender } from './change-customers.js';
import type { UnusedCall } from './map-call.js';
import { ReceiveCalls } from './receive-calls.js';

const TENANT = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';
const OTHER = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c';
const clock: Clock = new SystemClock();

const senderOf = (id: string): Sender => ({
  caller: { tenantId: toTenantId(id), plan: 'starter', ratePerMinute: 60 },
  origin: {},
  auditOrigin: {} as Sender['auditOrigin'],
});

/** Notes what would be stored and logged. `admits` is the number of entries that the log takes. */
class NotingIngestion {
  admits = Number.POSITIVE_INFINITY;
  stored: { customer_id?: unknown }[] = [];
  logged: string[] = [];
  readonly rules = { of: () => Promise.resolve({ allowedFields: new Set<string>() }) };

  batch(_tenant: unknown, events: { customer_id?: unknown }[]): Promise<never[]> {
    this.stored.push(...events);
    return Promise.resolve([]);
  }

  keepRejected(_tenant: unknown, _source: unknown, rejections: readonly UnusedCall[]): Promise<number> {
    const kept = rejections.slice(0, this.admits);
    this.logged.push(...kept.map(({ reason }) => reason));
    return Promise.resolve(kept.length);
  }
}

describe('ReceiveCalls', () => {
  let ingestion: NotingIngestion;
  let join: () => Promise<unknown>;
  let receiver: ReceiveCalls;

  beforeEach(() => {
    ingestion = new NotingIngestion();
    join = () => Promise.resolve();
    const customers = new ChangeCustomers(
      {} as SetTraits,
      { list: () => Promise.resolve({ data: [] }) } as unknown as ManageTraits,
      { join: () => join() } as unknown as JoinAliases,
    );
    const keys = { keyOf: () => Promise.resolve(Buffer.alloc(32, 7)) } as unknown as PseudonymKeys;
    receiver = new ReceiveCalls(ingestion as unknown as Ingestion, keys, customers, clock);
  });

  const receive = (calls: readonly unknown[], tenant = TENANT): Promise<void> =>
    receiver.receive(senderOf(tenant), { calls, sentAt: undefined, isHistory: false });

  it('logs an unused name once, and again while the log had no room for it', async () => {
    const calls = [{ type: 'track', userId: 'c', event: 'Coupon Applied' }];
    ingestion.admits = 0;
    await receive(calls);
    ingestion.admits = 20;
    for (let i = 0; i < 3; i += 1) await receive([...calls, ...calls]);
    expect(ingestion.logged).toEqual(['event: "Coupon Applied" is not used']);
    await receive(calls, OTHER);
    expect(ingestion.logged).toHaveLength(2);
  });

  it('gives each spelling of an e-mail address one pseudonym', async () => {
    const ids = ['anna@shop.example', 'Anna <Anna@Shop.example>', 'mailto:anna@shop.example'];
    await receive(ids.map((userId) => ({ type: 'page', userId })));
    const customers = new Set(ingestion.stored.map(({ customer_id: id }) => id));
    expect([...customers]).toEqual([expect.stringMatching(/^email:[0-9a-f]{64}$/)]);
  });

  it('never stores an address that many share, and leaves other identifiers alone', async () => {
    await receive(['no-reply@shop.example', 'c-42'].map((userId) => ({ type: 'page', userId })));
    expect(ingestion.stored.map(({ customer_id: id }) => id)).toEqual([expect.stringMatching(/^email:/), 'c-42']);
  });

  it.each([
    ['not_found', notFound('customer'), 'userId and previousId: neither is known.'],
    ['conflict', conflict('joined'), 'userId and previousId: the two are the same'],
  ])('logs why two identifiers were not joined: %s', async (_code, refusal, reason) => {
    join = () => Promise.reject(refusal);
    await receive([{ type: 'alias', userId: 'c-1', previousId: 'a-1' }]);
    expect(ingestion.logged).toEqual([expect.stringContaining(reason)]);
  });
});
