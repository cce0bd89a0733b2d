import request, { type Response } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';

let system: ChurnSystem;

beforeAll(async () => {
  system = await ChurnSystem.start({ DASHBOARD_URL: 'https://app.example.com/churn', ALLOWED_ORIGINS: 'https://admin.example.com' });
}, 60_000);
afterAll(() => system.stop());

/** @param path from the root of the server. */
const visit = (path: string): Promise<Response> => request(new URL(system.api.url).origin).get(path);
const policyOf = async (path: string): Promise<string> => String((await visit(path)).headers['content-security-policy']);

describe('a browser', () => {
  it.each(['/api/v1/plans', '/api/v1/customers', '/api/v1/nowhere', '/', '/api/v1/docs'])(
    'gets headers for %s that forbid framing, type sniffing and referrers',
    async (path) => {
      const { headers } = await visit(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
      });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('runs nothing that an API answer contains', async () => {
    expect(await policyOf('/api/v1/plans')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(await policyOf('/API/v1/nowhere')).toBe("default-src 'none';frame-ancestors 'none'");
  });

  it('runs only our own script files on pages, and nothing inline except styles', async () => {
    const policy = await policyOf('/');
    expect(policy).toContain("script-src 'self';style-src 'self' 'unsafe-inline';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy.replace("style-src 'self' 'unsafe-inline'", '')).not.toContain('unsafe');
    expect(await policyOf('/api/v1/documents')).not.toContain('unsafe');
  });

  it('shows the API documentation, which has nothing inline except styles', async () => {
    const { text, status } = await visit('/api/v1/docs');
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=/i);
    expect(await policyOf('/api/v1/docs')).toContain("script-src 'self';style-src 'self' 'unsafe-inline';");
  });
});

describe('a page of another origin', () => {
  const from = (origin: string, method = 'GET', path = '/auth/me'): request.Test =>
    request(system.api.url)[method.toLowerCase() as 'get'](path).set('Origin', origin);
  const preflight = (origin: string): request.Test => from(origin, 'OPTIONS', '/settings').set('Access-Control-Request-Method', 'PATCH');
  const corsOf = (headers: Record<string, string>): string[] => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

  it.each(['https://app.example.com', 'https://admin.example.com'])(
    'may call the API and read the answers when it is allowed: %s',
    async (origin) => {
      const { headers, status } = await preflight(origin);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('PATCH'),
        'access-control-allow-headers': expect.stringContaining('Authorization'),
        'access-control-max-age': '600',
        vary: expect.stringContaining('Origin'),
      });
      expect(headers['access-control-allow-headers']).not.toMatch(/x-api-key/i);
      const answer = await from(origin);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, origin]);
      expect(answer.headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
    },
  );

  it.each([
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com.evil.example',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'null',
    '*',
  ])('gets no CORS headers when it is not allowed, and caches vary by origin: %s', async (origin) => {
    for (const { headers } of [await preflight(origin), await from(origin), await from(origin, 'GET', '/plans')]) {
      expect(corsOf(headers)).toEqual([]);
      expect(headers['vary']).toContain('Origin');
    }
  });

  it('can change something with the cookie only when it is allowed', async () => {
    const person = await system.register();
    const rename = (origin: string): request.Test =>
      from(origin, 'PATCH', '/settings').set('Cookie', `auth_token=${person.token}`).send({ name: 'Renamed' });
    expect((await rename('https://evil.example')).status).toBe(403);
    expect((await rename('https://app.example.com')).body).toMatchObject({ name: 'Renamed' });
  });
});
