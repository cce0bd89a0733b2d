import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

const SOURCES = ['apps/api/src', 'apps/scoring-worker/src', 'apps/cli/src', 'libs']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

describe('the days of a shop', () => {
  it('are cut by the clock of Node alone: no statement gives the database a time zone but UTC', () => {
    const zones = SOURCES.flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/AT TIME ZONE\s+(?!'UTC')[^\s,)`]+/gi)].map(
        ([match]) => `${file}: ${match}`,
      ),
    );
    expect(zones).toEqual([]);
  });
});
