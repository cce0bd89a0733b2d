import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const TYPES = ['libs/client/src/generated/api.ts', 'apps/dashboard/src/api/schema.ts', 'clients/python/churn_scoring/api_types.py'];

describe('the types of the API in a fresh clone', () => {
  let clone: string;
  const run = (program: string, ...args: string[]): string => execFileSync(program, args, { cwd: clone, encoding: 'utf8' });
  const generate = (): void => void run(process.execPath, 'tools/install/api-types.mjs');
  const writtenAt = (): number[] => TYPES.map((file) => statSync(path.join(clone, file)).mtimeMs);

  beforeAll(() => {
    clone = path.join(mkdtempSync(path.join(tmpdir(), 'churn-types-')), 'clone');
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
  }, 60_000);
  afterAll(() => rmSync(path.dirname(clone), { recursive: true }));

  it('are generated from the sources, without a build and a database, and git ignores them', () => {
    generate();
    const [client = '', dashboard = ''] = TYPES.map((file) => readFileSync(path.join(clone, file), 'utf8'));
    expect(client).toContain('export interface ChurnDetailDto extends Schema');
    expect(dashboard).toContain('"/dashboard/customers"');
    expect(dashboard).not.toMatch(/^ {12}(?:4|5)\d\d: \{/m);
    expect(run('git', 'status', '--porcelain', '--untracked-files=all').replaceAll('?? node_modules\n', '')).toBe('');
  }, 300_000);

  it('are generated again only when a source or one of them has changed', () => {
    const before = writtenAt();
    generate();
    expect(writtenAt()).toEqual(before);
    rmSync(path.join(clone, TYPES[0] ?? ''));
    generate();
    const [client, dashboard] = writtenAt();
    expect(client).toBeGreaterThan(before[0] ?? 0);
    expect(dashboard).toBe(before[1]);
  }, 300_000);
});
