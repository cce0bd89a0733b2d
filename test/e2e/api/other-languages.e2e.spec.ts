import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isInstalled, PYTHON_ENV } from '../../support/http/python.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { deliverySettings, lapsed, setEndpoint, untilDeliveries, webhookShop } from '../../support/webhooks/webhook-shop.js';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/guides/python-and-php.md');
interface Language {
  readonly name: string;
  readonly program: string;
  /** Arguments with which the program succeeds where all that the tests need is installed. */
  readonly probe: readonly string[];
  /** Programs on the page. */
  readonly files: readonly string[];
  /** Arguments that start the client. */
  readonly client: readonly string[];
  /** Arguments that start the receiver of webhooks. */
  readonly receive: (port: number) => readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    program: 'python3',
    probe: ['--version'],
    files: ['receive.py'],
    client: ['-m', 'churn_scoring'],
    receive: (port: number) => ['receive.py', String(port)],
  },
  {
    name: 'PHP',
    program: 'php',
    probe: ['-r', 'curl_version();'],
    files: ['churn.php', 'receive.php'],
    client: ['churn.php'],
    receive: (port: number) => ['-S', `127.0.0.1:${port}`, 'receive.php'],
  },
];

/** Returns the program in the block of the page that names the file in its first line. */
function programOf(file: string): string {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/^```\w+\n(.*?)^```/gms);
  const block = Array.from(blocks, ([, code = '']) => code).find((code) => (code.split('\n')[0] ?? '').endsWith(` ${file}`));
  if (block === undefined) throw new Error(`${PAGE} has no ${file}`);
  return block;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}

let system: ChurnSystem;

beforeAll(async () => {
  system = await ChurnSystem.start(deliverySettings());
}, 60_000);
afterAll(() => system.stop());

/** `describe` where the language can run; elsewhere its tests are skipped, and `npm test` names them. */
const describeIn = ({ program, probe }: Language): jest.Describe => (isInstalled(program, probe) ? describe : describe.skip);

describe.each(LANGUAGES)('the page Python and PHP', (language) => {
  describeIn(language)(`has programs in ${language.name}, which`, () => programsWork(language));
});

function programsWork({ program, files, client, receive }: Language): void {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'churn-languages-'));
    for (const file of files) writeFileSync(path.join(folder, file), programOf(file));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (shop: Shop, args: readonly string[], input = '', url = system.api.url): Promise<string[]> => {
    const env = { ...PYTHON_ENV, CHURN_URL: url, CHURN_API_KEY: shop.apiKey };
    const done = promisify(execFile)(program, [...client, ...args], { cwd: folder, env });
    done.child.stdin?.end(input);
    return (await done).stdout.split('\n').map((line) => line.trim()).filter((line) => line !== ''); // prettier-ignore
  };
  const linesOf = (events: readonly object[]): string => events.map((event) => JSON.stringify(event)).join('\n');

  it('send events in batches and say what became of each, and count nothing twice', async () => {
    const shop = await system.shop();
    const events = Array.from({ length: 230 }, (_, i) =>
      order({ event_id: `e-${i}`, customer_id: `c-${i % 9}`, occurred_at: daysAgo(i % 90) }),
    );
    const wrong = order({ event_id: 'wrong', value: -1 });
    const first = await run(shop, ['send'], linesOf([...events, wrong]));
    expect(first).toHaveLength(231);
    expect(first.filter((line) => line.endsWith(' accepted'))).toHaveLength(230);
    expect(first.at(-1)).toMatch(/^wrong rejected value is -1/);
    const again = await run(shop, ['send'], linesOf([...events, wrong]));
    expect(again.filter((line) => line.endsWith(' duplicate'))).toHaveLength(230);
    // A batch without a single right event is refused as a whole, and says the same.
    expect(await run(shop, ['send'], linesOf([wrong]))).toEqual([expect.stringMatching(/^wrong rejected value is -1/)]);
  });

  it('read all pages of a list, with filters', async () => {
    const shop = await system.shop();
    await run(shop, ['send'], linesOf(Array.from({ length: 7 }, (_, i) => order({ customer_id: `c-${i}` }))));
    await shop.settled();
    const all = await run(shop, ['list', 'limit=2', 'sort=churn_score_asc']);
    expect(all.map((line) => line.split(' ')[0]).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(
      Array.from({ length: 7 }, (_, i) => `c-${i}`),
    );
    expect(all.every((line) => /^c-\d 0\.\d{4}$/.test(line))).toBe(true);
    const { rows } = await system.owner.query<{ name: string }>(
      'SELECT external_id AS name FROM customers WHERE tenant_id = $1 ORDER BY created_at, id DESC',
      [shop.tenantId],
    );
    expect((await run(shop, ['list', 'limit=2'])).map((line) => line.split(' ')[0])).toEqual(rows.map(({ name }) => name));
    expect(await run(shop, ['list', 'external_id_prefix=c-3'])).toHaveLength(1);
    await expect(run(shop, ['list', 'limit=500'])).rejects.toThrow(/422/);
  });

  it('wait as long as a busy service asks for, and then send the same again', async () => {
    const shop = await system.shop();
    const { server, url, calls } = await busyService(system.api.url);
    const lines = await run(shop, ['send'], linesOf([order({ event_id: 'e-1' })]), url);
    server.close();
    expect([lines, calls()]).toEqual([['e-1 accepted'], 3]);
  });

  it('verify the webhooks of the service, and refuse all others', async () => {
    const port = await freePort();
    const { shop, secret } = await webhookShop(system, null);
    const receiver = spawn(program, receive(port), { cwd: folder, env: { ...PYTHON_ENV, CHURN_WEBHOOK_SECRET: secret, TMPDIR: folder } });
    let output = '';
    for (const stream of [receiver.stdout, receiver.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    const post = async (headers: Record<string, string>, body = '{}'): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    try {
      const refused = await eventually('an answer of the receiver', () => post({}).catch(() => null));
      expect(refused).toBe(400);
      await setEndpoint(system, shop, `http://127.0.0.1:${port}/`);
      await run(shop, ['send'], linesOf(lapsed('c-1')));
      await untilDeliveries(shop, 1, ({ status }) => status === 'success');
      await eventually('the event', () => (output.includes('customer.high_risk.detected c-1') ? true : null));
      const now = String(Math.floor(Date.now() / 1000));
      const forged = { 'webhook-id': 'x', 'webhook-timestamp': now, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
      expect(await post({ ...forged, 'X-Service-Signature': `sha256=${'0'.repeat(64)}` })).toBe(400);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });
}

/** Answers 429 and 503 first, and then hands the call on to the service. */
async function busyService(target: string): Promise<{ server: HttpServer; url: string; calls: () => number }> {
  const statuses = [429, 503];
  let calls = 0;
  const server = createHttpServer((incoming, response) => {
    const status = statuses[calls++];
    if (status !== undefined) {
      incoming.resume().on('end', () => response.writeHead(status, { 'Retry-After': '1' }).end('{}'));
      return;
    }
    const { host: _, ...headers } = incoming.headers;
    const onward = request(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}
