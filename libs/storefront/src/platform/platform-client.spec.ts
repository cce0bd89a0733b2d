import { PlatformClient } from './platform-client.js';
import type { PlatformHttp } from './platform-http.js';
import type { PlatformShop } from './platform-shop.js';

const SHOP = {
  platform: 'generic',
  shop: 'mary.shops.example',
  app: { clientId: 'id', secrets: ['secret'], baseUrl: 'https://{shop}' },
} as unknown as PlatformShop;

const refreshed = (status: number, error: string) => {
  const answer = { kind: 'answered', status, headers: {}, text: JSON.stringify({ error }) };
  return new PlatformClient({ call: () => Promise.resolve(answer) } as unknown as PlatformHttp, { now: () => new Date() }).refresh(
    SHOP,
    'token',
  );
};

describe('the renewal of a token', () => {
  it('ends the access only when the platform refuses the token, and not when it does not know our secret', async () => {
    expect(await refreshed(400, 'invalid_grant')).toEqual({ kind: 'invalid_grant' });
    expect(await refreshed(401, 'invalid_client')).toEqual({ kind: 'later', afterMs: null, why: 'invalid_client' });
    expect(await refreshed(401, 'unauthorized')).toEqual({ kind: 'unauthorized' });
  });
});
