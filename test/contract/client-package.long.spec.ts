import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);
const shell = process.platform === 'win32';

/** A program that a merchant could write after reading the README of the package. */
const CONSUMER = `
import { ChurnApiError, ChurnClient, type Customer, verifyWebhook } from '@churn-scoring/client';

export async function useEverything(client: ChurnClient): Promise<string> {
  const { status } = await client.events.enqueue({ event_id: 'e-1', customer_id: 'c-1', event_type: 'order_completed', occurred_at: new Date() });
  const { results } = await client.sendEvents([], { backfill: true });
  const customers: Customer[] = [];
  for await (const customer of client.customers.list({ churn_label: ['high'], sort: 'monetary_desc' })) customers.push(customer);
  const { label } = (await client.customers.churn('c-1')).churn ?? { label: 'low' };
  const { job_id } = await client.recalculate({ force: true });
  const { processed } = await client.jobs.wait(job_id, { signal: AbortSignal.timeout(1000) });
  const event = verifyWebhook(Buffer.from(''), new Headers(), ['whsec_x']);
  const score: number | null = event.event === 'customer.high_risk.detected' ? event.score : null;
  // @ts-expect-error: no such event type
  void client.sendEvents([{ event_id: 'e-1', customer_id: 'c-1', event_type: 'order_paid', occurred_at: '' }]);
  // @ts-expect-error: no such order
  void client.customers.list({ sort: 'name' });
  return [status, results.length, label, processed, score].join();
}
export const isRefusal = (error: unknown): boolean => error instanceof ChurnApiError && error.code === 'not_found';
`;

/** A shop's program that fails without a service. It prints what a merchant would see. */
const CALL = `
  const client = new ChurnClient({ baseUrl: 'http://127.0.0.1:2/api/v1', apiKey: 'ck_live_x', retry: { tries: 1 } });
  client.customers.get('c-1').catch((error) => {
    console.log(JSON.stringify([error.name, error.reason, error instanceof ChurnConnectionError, typeof verifyWebhook]));
  });`;
const NAMES = '{ ChurnClient, ChurnConnectionError, verifyWebhook }';

const ES_MODULES = 'module';
const COMMON_JS = 'commonjs';
/** Ways to compile a program that uses the package: the type in its package.json and the options of the compiler. */
const COMPILERS: ReadonlyArray<[title: string, type: string, options: readonly string[]]> = [
  ['ES modules, node16', ES_MODULES, ['--module', 'node16', '--moduleResolution', 'node16']],
  ['CommonJS, node16', COMMON_JS, ['--module', 'node16', '--moduleResolution', 'node16']],
  ['ES modules, nodenext', ES_MODULES, ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
  ['CommonJS, nodenext', COMMON_JS, ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
  [
    'CommonJS, node10',
    COMMON_JS,
    ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0', '--esModuleInterop'],
  ],
  ['a bundler', ES_MODULES, ['--module', 'esnext', '--moduleResolution', 'bundler']],
];

describe('the client package', () => {
  let folder: string;
  let installed: string;

  beforeAll(async () => {
    const { stdout } = await run(process.execPath, [path.join(ROOT, 'tools/release/pack-client.mjs')]);
    folder = mkdtempSync(path.join(tmpdir(), 'churn-client-'));
    installed = path.join(folder, 'node_modules/@churn-scoring/client');
    writeFileSync(path.join(folder, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder, shell });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const manifest = (): Record<string, unknown> => JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));

  it('installs without a network and without other packages', () => {
    expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@churn-scoring']);
    expect(manifest()).not.toHaveProperty('dependencies');
  });

  it('contains its code, types, licence and manual, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map((entry) => entry.name);
    const expected = ['package.json', 'README.md', 'LICENSE', 'index.js', 'index.d.ts', 'index.cjs', 'index.d.cts'];
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(names.filter((name) => !/^(package\.json|README\.md|LICENSE|[\w-]+\.(c?js|d\.c?ts))$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.includes('spec') || name.includes('loopback'))).toEqual([]);
  });

  it('says first how to install it', () => {
    const manual = readFileSync(path.join(installed, 'README.md'), 'utf8');
    const { name } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { name: string };
    expect(/```sh\n(.*)\n```/.exec(manual)?.[1]).toBe(`npm install ${name}`);
    expect(manual.indexOf('npm install')).toBeLessThan(manual.indexOf('import {'));
  });

  it('can be published, by everybody to read', async () => {
    const { stderr } = await run('npm', ['publish', '--dry-run', '--ignore-scripts', '--loglevel=notice', installed], {
      cwd: folder,
      shell,
    });
    expect(stderr).toContain('public access (dry-run)');
    // npm reports here what it corrects in a package.json before it publishes.
    expect(stderr).not.toMatch(/auto-corrected|errors corrected|npm error/);
    expect(manifest()).not.toHaveProperty('private');
    expect(manifest()).toMatchObject({ license: 'Apache-2.0', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  it.each([
    ['import', '--input-type=module', `import ${NAMES} from '@churn-scoring/client';`],
    ['require', '--input-type=commonjs', `const ${NAMES} = require('@churn-scoring/client');`],
  ])('runs from plain JavaScript with %s', async (_word, format, load) => {
    const { stdout } = await run(process.execPath, [format, '-e', load + CALL], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(['ChurnConnectionError', 'ECONNREFUSED', true, 'function']);
  });

  it.each(['js', 'cjs'])('reports its own version (%s)', async (extension) => {
    const script = `import { VERSION } from './node_modules/@churn-scoring/client/dist/version.${extension}'; console.log(VERSION);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(stdout.trim()).toBe(manifest()['version']);
  });

  describe('in TypeScript', () => {
    beforeAll(() => {
      mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
      for (const name of ['@types/node', 'undici-types']) {
        symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction');
      }
    });

    it.each(COMPILERS)(
      'has types for a strict program: %s',
      async (title, type, options) => {
        const shop = path.join(folder, title.replaceAll(/\W+/g, '-'));
        mkdirSync(shop);
        cpSync(path.join(folder, 'node_modules'), path.join(shop, 'node_modules'), { recursive: true, verbatimSymlinks: true });
        writeFileSync(path.join(shop, 'package.json'), JSON.stringify({ name: 'shop', private: true, type }));
        writeFileSync(path.join(shop, 'consumer.ts'), CONSUMER);
        writeFileSync(path.join(shop, 'call.ts'), `import ${NAMES} from '@churn-scoring/client';${CALL}`);
        const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false'];
        const all = [...options, '--target', 'es2022', '--types', 'node', ...strict, 'consumer.ts', 'call.ts'];
        const compiled = run(process.execPath, [TSC, ...all], { cwd: shop }).catch((error: unknown) => error);
        await expect(compiled).resolves.toEqual({ stdout: '', stderr: '' });
        const { stdout } = await run(process.execPath, ['call.js'], { cwd: shop });
        expect(JSON.parse(stdout)).toEqual(['ChurnConnectionError', 'ECONNREFUSED', true, 'function']);
      },
      60_000,
    );
  });
});
