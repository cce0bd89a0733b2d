import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const FILES = ['apps/api/src', 'apps/scoring-worker/src', 'apps/cli/src', 'libs']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter(
    (file) => file.endsWith('.ts') && file.includes('src/') && !file.endsWith('.spec.ts') && file !== 'libs/database/src/database.ts',
  );
const containing = (text: string): string[] => FILES.filter((file) => read(file).includes(text)).toSorted();

/** Questions across tenants that look for no work, or that a tenant which rests must not be left out of. */
const EXCEPTIONS = [
  // Sends the last mails of a tenant that is being deleted.
  'apps/api/src/mail/mails.sql.ts',
  // Lists for operators.
  'apps/cli/src/admin/jobs/list-jobs.ts',
  'apps/cli/src/admin/set-aside.ts',
  'apps/cli/src/admin/tenants.ts',
  // Each try sends a tenant to the end of the queue.
  'apps/scoring-worker/src/erasing/tenant/delete-tenant.sql.ts',
  // Measures the same mails.
  'libs/work/src/waiting-work.ts',
];
/** Counts waiting work, and finds none. */
const MEASURES = 'libs/work/src/waiting-work.ts';

describe('a statement that looks for work of all tenants', () => {
  it('leaves out those that are suspended or being deleted, by one helper', () => {
    expect(containing('.acrossTenants(')).toEqual(EXCEPTIONS);
    for (const file of containing('.findWork(')) {
      const count = (pattern: RegExp): number => [...read(file).matchAll(pattern)].length;
      expect([file, count(/isWorking\(/g)]).toEqual([file, count(/\.findWork\(/g) + (file === MEASURES ? 2 : 0)]);
    }
  });

  it('is tried with a thousand tenants that rest', () => {
    const tried = read('test/e2e/operations/resting-tenants.e2e.spec.ts');
    const finders = containing('.findWork(').filter((file) => file !== MEASURES);
    const names = finders.flatMap((file) =>
      [...read(file).matchAll(/export (?:async )?function (\w+)[^{]*\{(?:(?!\n\}).)*?\.findWork\(/gs)].map((match) => match[1]),
    );
    expect(names.length).toBeGreaterThanOrEqual(18);
    const table = tried.slice(tried.indexOf('const WORK'));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(table))).toEqual([]);
  });
});
