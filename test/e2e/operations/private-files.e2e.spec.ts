import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { daysAgo } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const CLI = path.resolve(__dirname, '../../../dist/apps/cli/bundle/main.js');

describe('the commands', () => {
  let system: ChurnSystem;
  let folder: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    folder = mkdtempSync(path.join(tmpdir(), 'churn-private-files-'));
  }, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await system.stop();
  });

  it('write keys, progress and rejected rows into files and folders that only this account can enter', async () => {
    const { apiKey } = await system.shop();
    const rows = ['Name,Email,Financial Status,Total,Created at,Id,Currency', `#1,ada@example.com,paid,30.00,${daysAgo(40)},1,EUR`];
    writeFileSync(path.join(folder, 'orders.csv'), [...rows, '#2,bob@example.com,paid,much,yesterday,2,EUR'].join('\n'));
    const data = path.join(folder, 'data');
    const args = [CLI, 'import', path.join(folder, 'orders.csv'), '--base-url', system.api.url];
    // Rejected rows make the exit code differ from zero.
    await promisify(execFile)(process.execPath, args, {
      env: { PATH: process.env['PATH'], CHURN_DATA_DIR: data, CHURN_API_KEY: apiKey },
    }).catch(() => undefined);
    await system.admin('tenant', 'ensure', '--name', `Private ${Date.now()}`, '--key-file', path.join(data, 'keys', 'shop'));
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(names).toEqual(expect.arrayContaining(['imports', 'keys', path.join('keys', 'shop'), expect.stringMatching(/errors\.csv$/)]));
    for (const name of ['.', ...names]) expect([name, statSync(path.join(data, name)).mode & 0o077]).toEqual([name, 0]);
  });
});
