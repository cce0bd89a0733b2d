import { HELP } from '../../../apps/dashboard/src/components/help.js';
import request, { type Response } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const START = '/docs';
/** Pages that the service itself serves, where links may lead as well. */
const ELSEWHERE = new Set(['/', '/api/v1/docs']);

let system: ChurnSystem;
/** The answers of all addresses of the site, found by following every link and every file that a page names. */
const answers = new Map<string, Response>();

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(new URL(system.api.url).origin)
    .get(address)
    .set({ Accept: 'text/html,*/*;q=0.8', ...headers });
const isPage = ({ headers }: Response): boolean => String(headers['content-type']).startsWith('text/html');
const linksOf = ({ text }: Response): string[] => Array.from(text.matchAll(/(?:href|src)="([^"]+)"/g), ([, link = '']) => link);
const idsOf = ({ text }: Response): Set<string> => new Set(Array.from(text.matchAll(/\sid="([^"]+)"/g), ([, id = '']) => id));

async function follow(address: string): Promise<void> {
  if (answers.has(address) || ELSEWHERE.has(address) || !address.startsWith('/')) return;
  const answer = await get(address);
  answers.set(address, answer);
  if (!isPage(answer)) return;
  for (const link of linksOf(answer)) await follow(link.split('#')[0] ?? '');
}

beforeAll(async () => {
  system = await ChurnSystem.shared();
  await follow(START);
}, 60_000);
afterAll(() => system.stop());

describe('the documentation', () => {
  it('is served whole: every link and file of every page', () => {
    const pages = [...answers].filter(([, answer]) => isPage(answer));
    expect(pages.length).toBeGreaterThan(65);
    expect([...answers].filter(([, { status }]) => status !== 200).map(([address]) => address)).toEqual([]);
    const outside = [...answers.keys()].filter((address) => address !== START && !address.startsWith(`${START}/`));
    expect(outside).toEqual([]);
  });

  it('is there as Markdown too, and llms.txt lists it', async () => {
    const list = (await get(`${START}/llms.txt`)).text;
    expect(list).toMatch(/^# Churn Scoring Service\n/);
    const listed = Array.from(list.matchAll(/\]\((\/docs\/[^)]+)\)/g), ([, address = '']) => address);
    expect(listed.length).toBeGreaterThan(40);
    for (const address of new Set(listed)) {
      const page = await get(address);
      expect([address, page.status, page.headers['content-type']]).toEqual([address, 200, 'text/markdown']);
      const links = Array.from(page.text.matchAll(/\]\((\/docs[^)#\s]*)/g), ([, link = '']) => link);
      for (const link of links) expect([address, link, (answers.get(link) ?? (await get(link))).status]).toEqual([address, link, 200]);
    }
  });

  it('has every heading that a link names', () => {
    const broken = [...answers].flatMap(([address, answer]) => {
      const anchors = isPage(answer) ? linksOf(answer).filter((link) => /^(\/docs[^#]*)?#./.test(link)) : [];
      return anchors.filter((link) => {
        const [page = '', anchor = ''] = link.split('#');
        const target = answers.get(page === '' ? address : page);
        return target === undefined || !idsOf(target).has(anchor);
      });
    });
    expect(broken).toEqual([]);
  });

  it('has the pages and headings that the help of the dashboard leads to', () => {
    const lost = Object.values(HELP).filter((link) => {
      const [page = '', anchor] = link.split('#');
      const target = answers.get(page);
      return target === undefined || (anchor !== undefined && !idsOf(target).has(anchor));
    });
    expect(lost).toEqual([]);
  });

  it('has only scripts of its own files, and no style or handler in a page', () => {
    for (const [address, answer] of answers) {
      if (!isPage(answer)) continue;
      expect([address, answer.text.match(/<script(?![^>]*\bsrc="\/docs\/)|\son\w+=|@import/i)]).toEqual([address, null]);
      expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self';");
    }
  });

  it('is compressed, and browsers ask whether a page has changed before they show it again', async () => {
    const page = await get('/docs/scoring', { 'Accept-Encoding': 'br' });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache', etag: expect.any(String) });
    const again = await get('/docs/scoring', { 'Accept-Encoding': 'br', 'If-None-Match': String(page.headers['etag']) });
    expect(again.status).toBe(304);
    const picture = answers.get('/docs/images/dashboard-overview.png');
    expect(picture?.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each(['/docs/nowhere', '/docs/guides/', '/docs/.built-from', '/docs/..%2f..%2fpackage.json'])(
    'says that there is no such page: %s',
    async (address) => {
      const page = await get(address);
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('There is no such page')]);
      const program = await get(address, { Accept: 'application/json' });
      expect([program.status, program.body]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
    },
  );

  it('cannot be posted to', async () => {
    const answer = await request(new URL(system.api.url).origin).post(START).set('Accept', 'text/html');
    expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
  });
});
