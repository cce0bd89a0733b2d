import request, { type Response } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';

/** Returns the compressed bytes that a browser fetches before it can show the first page. */
const INITIAL_SCRIPT_BYTES = 250 * 1024;

let system: ChurnSystem;

beforeAll(async () => {
  system = await ChurnSystem.shared();
}, 60_000);
afterAll(() => system.stop());

const ask = (method: 'get' | 'head' | 'post', address: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(new URL(system.api.url).origin)[method](address).set(headers);
/** Requests a page with the headers that a browser sends when it navigates. */
const open = (address: string): Promise<Response> => ask('get', address, { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
const scriptsOf = ({ text }: Response): string[] =>
  Array.from(text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g), ([, file = '']) => file);

describe('the pages of the dashboard', () => {
  it.each(['/', '/customers', '/customers/a.b%2Fc', '/reset-password', '/integrations?storefront=connected'])(
    'open at every address, which the page itself resolves: %s',
    async (address) => {
      const page = await open(address);
      expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(page.text).toContain('<div id="root">');
      expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/i);
    },
  );

  it.each([
    ['/', '*/*'],
    ['/customers', '*/*'],
    ['/customers/a.b%2Fc?tab=orders', '*/*'],
    ['/campaigns/results', 'text/*, image/png'],
    ['/login', 'application/json;q=0.1, */*'],
    ['/team', ''],
  ])('open for programs that accept anything: %s with Accept "%s"', async (address, accept) => {
    for (const method of ['get', 'head'] as const) {
      const page = await ask(method, address, accept === '' ? {} : { Accept: accept });
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it('send their files compressed and cacheable for ever, because the names contain a hash of the content', async () => {
    const [script = ''] = scriptsOf(await open('/'));
    const file = await ask('get', script, { 'Accept-Encoding': 'br, gzip' });
    expect(file.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect((await ask('get', '/theme.js')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('load less than 250 KB of compressed scripts at first', async () => {
    const scripts = scriptsOf(await open('/'));
    expect(scripts.length).toBeGreaterThan(0);
    const sizes = await Promise.all(
      scripts.map(async (script) => Number((await ask('head', script, { 'Accept-Encoding': 'gzip' })).headers['content-length'])),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(INITIAL_SCRIPT_BYTES);
  });

  it.each([
    ['get', '/nowhere', { Accept: '*/*' }],
    ['get', '/', { Accept: 'application/json' }],
    ['get', '/customers', { Accept: 'application/json, text/plain, */*' }],
    ['get', '/customers', { Accept: 'image/png' }],
    ['get', '/customers', { Accept: '*/*', 'X-API-Key': 'ck_live_without_the_prefix' }],
    ['get', '/campaigns', { Accept: '*/*', Authorization: 'Bearer without-the-prefix' }],
    ['get', '/favicon.ico', { Accept: '*/*' }],
    ['post', '/', { Accept: 'text/html' }],
    ['get', '/assets/gone.js', { Accept: 'text/html' }],
    ['get', '/assets/..%2f.built-from', { Accept: '*/*' }],
    ['get', '/.built-from', { Accept: '*/*' }],
    ['get', '/api', { Accept: 'text/html' }],
    ['get', '/api/v2/customers', { Accept: 'text/html' }],
    ['get', '/api/v1/nowhere', { Accept: 'text/html' }],
  ] as const)('are not sent to programs that ask for something else: %s %s', async (method, address, headers) => {
    const answer = await ask(method, address, headers);
    expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
  });
});
