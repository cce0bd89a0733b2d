import { LIMITS, toTenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { RejectionLog } from './rejection-log.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const NOW = new Date('2026-11-20T12:00:00.000Z');
const REJECTIONS = Array.from({ length: 25 }, () => ({ input: {}, code: 'required', reason: 'event_id: it must be a string' }));

const logOn = (transaction: () => Promise<void>): (() => Promise<number>) => {
  const log = new RejectionLog({ transaction } as unknown as Database);
  return () => log.keep(TENANT, { via: 'api', sender: null }, REJECTIONS, NOW);
};

describe('the number of rejections that the log has kept', () => {
  it('ends at the limits of a request and of a minute', async () => {
    const keep = logOn(() => Promise.resolve());
    const { perRequest, perMinute } = LIMITS.rejections;
    for (let kept = 0; kept < perMinute; kept += perRequest) expect(await keep()).toBe(perRequest);
    expect(await keep()).toBe(0);
  });

  it('is 0 when the database refuses them', async () => {
    expect(await logOn(() => Promise.reject(new Error('no disk')))()).toBe(0);
  });
});
