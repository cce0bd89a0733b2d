import { PlatformClient } from './platform-client.js';
import type { PlatformHttp } from './calls/platform-http.js';
import type { PlatformShop } from './platform-shop.js';

const SHOP = {
  platform: 'generic',
  shop: 'mary.shops.example',
  app: { clientId: 'id', secrets: ['secret'], baseUrl: 'https://{shop}' },
} as unknown as PlatformShop;

const OWN: PlatformShop = { ...SHOP, app: { ...SHOP.app, isOwn: true } };

const refreshed = (status: number, error: string, at = SHOP, token: string | null = 'token') => {
  const answer = { kind: 'answered', status, headers: {}, text: JSON.stringify({ error }) };
  return new PlatformClient({ call: () => Promise.resolve(answer) } as unknown as PlatformHttp, { now: () => new Date() }).refresh(
    at,
    token,
  );
};

describe('the renewal of a token', () => {
  it('ends the access only when the platform refuses the token, and not when it does not know our secret', async () => {
    expect(await refreshed(400, 'invalid_grant')).toEqual({ kind: 'invalid_grant' });
    expect(await refreshed(401, 'invalid_client')).toEqual({ kind: 'later', afterMs: null, why: 'invalid_client' });
    expect(await refreshed(401, 'unauthorized')).toEqual({ kind: 'unauthorized' });
  });

  it('of an app of the merchant ends also when the platform does not know its secret, or the app is not installed any more', async () => {
    for (const token of ['token', null]) expect(await refreshed(401, 'invalid_client', OWN, token)).toEqual({ kind: 'invalid_grant' });
    for (const error of ['shop_not_permitted', 'app_not_installed', 'application_cannot_be_found'])
      expect(await refreshed(400, error, OWN, null)).toEqual({ kind: 'invalid_grant' });
    expect(await refreshed(503, 'busy', OWN, null)).toMatchObject({ kind: 'later' });
    expect(await refreshed(400, 'invalid_scope', OWN, null)).toEqual({ kind: 'refused', why: 'http_400' });
  });
});
