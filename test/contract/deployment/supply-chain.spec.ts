import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

jest.setTimeout(60_000);

const ROOT = path.resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

describe('the list of runtime dependencies in SECURITY.md', () => {
  it('names every package with its purpose', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const table = read('SECURITY.md').split('## What it is built of')[1] ?? '';
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => String(name)));
    expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(Object.keys(dependencies).toSorted((a, b) => a.localeCompare(b)));
  });
});

it('every overridden package has its reason and its end in CONTRIBUTING.md', () => {
  const { overrides } = JSON.parse(read('package.json')) as { overrides: Record<string, unknown> };
  const table = read('CONTRIBUTING.md').split('## Overridden packages')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => String(name)));
  expect(named.toSorted()).toEqual(Object.keys(overrides).toSorted());
});

describe('npm run audit', () => {
  let registry: Server;
  let answer: { status: number; body: object };
  let asked: string[];

  beforeAll(async () => {
    registry = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
        if (isBulk) asked = Object.keys(JSON.parse(text) as object);
        response.writeHead(isBulk ? answer.status : 404, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(isBulk ? answer.body : {}));
      });
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  afterAll(() => {
    registry.close();
  });
  beforeEach(() => {
    asked = [];
  });

  const run = (...args: string[]): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
      const env = { ...process.env, npm_config_registry: registryUrl, npm_config_fetch_retries: '0' };
      const child = execFile(process.execPath, ['tools/release/audit.mjs', ...args], { cwd: ROOT, env }, (_, stdout) => {
        resolve({ code: child.exitCode ?? -1, output: stdout });
      });
    });

  it('checks all runtime packages and passes when there is no known vulnerability', async () => {
    answer = { status: 200, body: {} };
    expect(await run()).toEqual({ code: 0, output: expect.stringContaining(', 0 known vulnerabilities.') });
    expect(asked).toEqual(expect.arrayContaining(['express', 'pg', 'typeorm']));
    expect(asked).not.toContain('jest');
  });

  it('fails and names a vulnerability that has no explanation', async () => {
    const url = 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx';
    const weakness = { id: 1, url, title: 'Reads too much', severity: 'high', vulnerable_versions: '*' };
    answer = { status: 200, body: { express: [weakness] } };
    expect(await run()).toEqual({ code: 1, output: expect.stringContaining(`express: Reads too much (high, ${url}): not explained`) });
  });

  it('reports a registry without vulnerability data, and fails then only before a release', async () => {
    answer = { status: 405, body: {} };
    const skipped = expect.stringContaining(
      'npm audit was skipped: the registry gives no information about vulnerabilities (it answers 405).',
    );
    expect(await run()).toEqual({ code: 0, output: skipped });
    expect(await run('--strict')).toEqual({ code: 1, output: skipped });
  });
});
