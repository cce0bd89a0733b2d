import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');

/** Starts the Postgres of `npm start` on a data folder, runs a statement, and stops it. */
const SCRIPT = `
import pg from 'pg';
import { startPostgres } from './tools/servers/embedded-postgres.mjs';
const [dataDir, statement] = process.argv.slice(1);
const server = await startPostgres({ dataDir });
const client = new pg.Client({ connectionString: server.url });
await client.connect();
const results = [await client.query(statement)].flat();
await client.end();
await server.stop();
console.log(JSON.stringify({ created: server.created, rows: results.at(-1).rows }));`;

const ask = async (dataDir: string, statement: string): Promise<{ created: boolean; rows: object[] }> => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', SCRIPT, dataDir, statement], { cwd: ROOT });
  return JSON.parse(stdout) as { created: boolean; rows: object[] };
};

describe('The data folder of a stopped npm start', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'churn-cold-copy-'));
    // Postgres does not run as root, and its account has to come in.
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is a backup when it is copied: another folder and the old one go on with all rows, without pg_dump', async () => {
    const [data, backup, moved] = ['data', 'backup', 'moved'].map((name) => join(folder, name)) as [string, string, string];
    const made = 'CREATE TABLE kept (id int PRIMARY KEY); INSERT INTO kept SELECT generate_series(1, 5000)';
    expect(await ask(data, made)).toMatchObject({ created: true });
    await run('cp', ['-a', data, backup]);
    await ask(data, 'INSERT INTO kept VALUES (5001)');
    await rm(data, { recursive: true });
    for (const place of [data, moved]) {
      await run('cp', ['-a', backup, place]);
      const sum = 'SELECT count(*)::int AS rows, sum(id)::int AS sum FROM kept';
      expect(await ask(place, sum)).toEqual({ created: false, rows: [{ rows: 5000, sum: 12_502_500 }] });
    }
  }, 120_000);
});
