import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { signalTo, withDescendants } from '../support/servers/descendants.js';
import { eventually } from '../support/waiting/eventually.js';

jest.setTimeout(60_000);

const ROOT = path.resolve(__dirname, '../..');
const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');
const tool = (name: string): string => JSON.stringify(pathToFileURL(path.join(ROOT, 'tools/processes', name)).href);

/** Takes a worker of jest for itself, and holds it until it is killed. */
const LASTING_TEST = `test('lasts', async () => {
  require('node:fs').writeFileSync(__filename + '.pid', String(process.pid));
  await new Promise(() => setInterval(() => {}, 1000));
}, 600_000)`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays listed until its parent collects its exit code.
    return !/^State:\tZ/m.test(existsSync('/proc') ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

const gone = (pids: readonly number[]): Promise<boolean> =>
  eventually(`the end of ${pids.join(', ')}`, () => (pids.some(isRunning) ? null : true));

describe('after a test run was killed', () => {
  let folder: string;
  let runs: ChildProcess[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'churn-killed-run-'));
    runs = [];
  });
  afterEach(() => {
    for (const run of runs) for (const pid of withDescendants(run.pid ?? 0)) signalTo(pid, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });

  function start(code: string, env: Record<string, string> = {}): ChildProcess {
    const settings = { ...process.env, ...env };
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: folder,
      env: settings,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    runs.push(child);
    return child;
  }

  /** jest with two workers, as `npm test` has it. @returns the processes below what starts it */
  async function runOfTests(env?: Record<string, string>): Promise<{ run: ChildProcess; pids: number[] }> {
    const files = ['a.test.js', 'b.test.js'].map((name) => path.join(folder, name));
    for (const file of files) writeFileSync(file, LASTING_TEST);
    const args = [
      JEST,
      '--rootDir',
      folder,
      '--config',
      '{}',
      '--maxWorkers',
      '2',
      '--no-watchman',
      '--cacheDirectory',
      path.join(folder, 'cache'),
    ];
    const run = start(`import { runToEnd } from ${tool('run-to-end.mjs')}; await runToEnd(${JSON.stringify(args)})`, env);
    const notes = files.map((file) => `${file}.pid`);
    await eventually('two busy workers', () =>
      notes.every((note) => existsSync(note) && readFileSync(note, 'utf8') !== '') ? true : null,
    );
    const workers = notes.map((note) => Number(readFileSync(note, 'utf8')));
    expect(new Set([...workers, run.pid]).size).toBe(3);
    return { run, pids: [...new Set([...workers, ...withDescendants(run.pid ?? 0).slice(1)])] };
  }

  it('by SIGKILL, jest and its workers end', async () => {
    const { run, pids } = await runOfTests();
    run.kill('SIGKILL');
    expect(await gone(pids)).toBe(true);
  });

  it('by SIGTERM, jest and its workers end', async () => {
    const { run, pids } = await runOfTests();
    run.kill('SIGTERM');
    expect(await gone([run.pid ?? 0, ...pids])).toBe(true);
  });

  /** @returns a process, and a server that it has started and that knows nothing of it */
  async function withServer(): Promise<{ run: ChildProcess; server: number }> {
    const run = start(`import { spawn } from 'node:child_process'; import { endWithUs } from ${tool('end-with-us.mjs')};
      const child = spawn('sleep', ['600'], { stdio: 'ignore' });
      endWithUs(child);
      process.stdin.once('data', () => child.kill());
      child.once('exit', () => process.stdin.destroy());
      console.log(child.pid)`);
    const [data] = (await once(run.stdout!, 'data')) as [Buffer];
    return { run, server: Number(data.toString()) };
  }

  it.each(['running', 'frozen'])('a server that is %s ends', async (state) => {
    const { run, server } = await withServer();
    const pids = withDescendants(run.pid ?? 0);
    if (state === 'frozen') signalTo(server, 'SIGSTOP');
    run.kill('SIGKILL');
    expect(await gone([server, ...pids])).toBe(true);
  });

  it('a builder that reports each failed report, as Eleventy does, ends', async () => {
    const program = path.join(folder, 'builder.mjs');
    writeFileSync(
      program,
      `process.on('uncaughtException', (error) => console.log(error));
      const work = setInterval(() => console.log('building'), 10);
      setTimeout(() => clearInterval(work), 2000)`,
    );
    const builder = JSON.stringify({ name: 'It', args: [path.relative(ROOT, program)], cwd: '.' });
    const run = start(`import { runBuilder } from ${JSON.stringify(pathToFileURL(path.join(ROOT, 'tools/install/pages.mjs')).href)};
      setTimeout(() => console.log('begun'), 500);
      await runBuilder(${builder})`);
    await once(run.stdout!, 'data');
    const pids = withDescendants(run.pid ?? 0).slice(1);
    expect(pids).toHaveLength(1);
    run.kill('SIGKILL');
    expect(await gone(pids)).toBe(true);
  });

  it('the watcher of a server ends when the server ends', async () => {
    const { run, server } = await withServer();
    const pids = withDescendants(run.pid ?? 0);
    const exit = once(run, 'exit');
    run.stdin?.write('end it\n');
    expect(await gone([server, ...pids])).toBe(true);
    expect(await exit).toEqual([0, null]);
  });
});
