import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const run = promisify(execFile);

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

describe('the client package', () => {
  let folder: string;
  let installed: string;

  beforeAll(async () => {
    const { stdout } = await run(process.execPath, [path.join(ROOT, 'tools/release/pack-client.mjs')]);
    folder = mkdtempSync(path.join(tmpdir(), 'churn-client-'));
    installed = path.join(folder, 'node_modules/@churn-scoring/client');
    writeFileSync(path.join(folder, 'package.json'), '{"name":"shop","private":true,"type":"module"}');
    const shell = process.platform === 'win32';
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], { cwd: folder, shell });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const manifest = (): Record<string, unknown> => JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));

  it('installs without a network and without other packages', () => {
    expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@churn-scoring']);
    expect(manifest()).not.toHaveProperty('dependencies');
  });

  it('contains its code, types, licence and manual, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map((entry) => entry.name);
    expect(names).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'index.js', 'index.d.ts']));
    expect(names.filter((name) => !/^(package\.json|README\.md|LICENSE|[\w-]+\.(js|d\.ts))$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.includes('spec') || name.includes('loopback'))).toEqual([]);
  });

  it('runs from plain JavaScript', async () => {
    const script = `
      import { ChurnClient, verifyWebhook } from '@churn-scoring/client';
      const client = new ChurnClient({ baseUrl: 'http://127.0.0.1:2/api/v1', apiKey: 'ck_live_x', retry: { tries: 1 } });
      const error = await client.customers.get('c-1').catch((error) => error);
      console.log(JSON.stringify([error.name, error.reason, typeof verifyWebhook]));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(['ChurnConnectionError', 'ECONNREFUSED', 'function']);
  });

  it('reports its own version', async () => {
    const script = `import { VERSION } from './node_modules/@churn-scoring/client/dist/version.js'; console.log(VERSION);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    expect(stdout.trim()).toBe(manifest()['version']);
  });

  it('has types for a strict TypeScript program', async () => {
    mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'), 'junction');
    symlinkSync(path.join(ROOT, 'node_modules/undici-types'), path.join(folder, 'node_modules/undici-types'), 'junction');
    writeFileSync(path.join(folder, 'consumer.ts'), CONSUMER);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false'];
    const options = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--noEmit', ...strict];
    await expect(
      run(process.execPath, [TSC, ...options, 'consumer.ts'], { cwd: folder }).catch((error: unknown) => error),
    ).resolves.toEqual({
      stdout: '',
      stderr: '',
    });
  }, 60_000);
});
