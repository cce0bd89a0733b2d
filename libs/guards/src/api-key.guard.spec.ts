import { AppError, toTenantId, unavailable } from '#libs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import type { ApiKeys, Caller } from './api-keys.js';
import type { RateLimitGuard } from './rate-limit/rate-limit.guard.js';

const guard = new ApiKeyGuard({} as RateLimitGuard, {} as ApiKeys);
const caller: Caller = { tenantId: toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b'), plan: 'pro', ratePerMinute: 300 };

describe('the API key guard', () => {
  it('accepts the key of a tenant', () => {
    expect(guard.handleRequest(null, caller)).toBe(caller);
  });

  it.each([[false as const], [null], [undefined]])('answers unauthorized when the key lookup returns %s', (nobody) => {
    const refuse = (): unknown => guard.handleRequest(null, nobody as false);
    expect(refuse).toThrow(AppError);
    expect(refuse).toThrow(expect.objectContaining({ code: 'unauthorized', message: expect.stringContaining('X-API-Key') }));
  });

  it('reports a database failure and not a wrong key', () => {
    expect(() => guard.handleRequest(unavailable('the database'), false)).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
    expect(() => guard.handleRequest(new Error('a mistake of ours'), false)).toThrow('a mistake of ours');
  });
});
