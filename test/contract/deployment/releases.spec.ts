import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALL_MIGRATIONS } from '../../../libs/database/src/migrations/all-migrations.js';
import { changedMigrations, lastRelease, problemsOf, releasesIn } from '../../../tools/release/releases.mjs';

const ROOT = path.resolve(__dirname, '../../..');
const MIGRATIONS = 'libs/database/src/migrations';
const hasHistory = (() => {
  try {
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('the schema', () => {
  const released = hasHistory ? lastRelease(ROOT) : null;

  it('has one migration until the first release, and released migrations never change', () => {
    const isReleased = releasesIn(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')).length > 0;
    expect(isReleased || ALL_MIGRATIONS.length === 1).toBe(true);
    expect(released === null ? [] : changedMigrations(ROOT, released, MIGRATIONS)).toEqual([]);
  });
});

describe('a release', () => {
  let root: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root, encoding: 'utf8' }).trim();
  const commit = (file: string, text: string): string => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    appendFileSync(path.join(root, file), text);
    git('add', '.');
    git('commit', '--quiet', '--message', 'change');
    return git('rev-parse', 'HEAD');
  };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'churn-releases-'));
    git('init', '--quiet');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is found by the dated heading of the changelog where no tag is there, but not while it is the newest commit', () => {
    commit('CHANGELOG.md', '## [Unreleased]\n');
    expect(lastRelease(root)).toBeNull();
    const first = commit('CHANGELOG.md', '## [0.1.0] - 2026-12-01\n');
    expect(lastRelease(root)).toBeNull();
    commit('code.ts', 'a');
    expect(lastRelease(root)).toBe(first);
    writeFileSync(path.join(root, 'CHANGELOG.md'), '## [0.2.0] - 2027-01-01\n## [0.1.0] - 2026-12-01\n');
    commit('code.ts', 'b');
    expect(lastRelease(root)).toBe(first);
  });

  it('is found by its tag first', () => {
    const tagged = commit('code.ts', 'a');
    git('tag', 'v0.1.0');
    commit('CHANGELOG.md', '## [0.1.0] - 2026-12-01\n');
    commit('code.ts', 'b');
    expect(lastRelease(root)).toBe(tagged);
  });

  it('freezes its migrations', () => {
    const first = commit(`${MIGRATIONS}/1-initial-schema.ts`, 'a');
    commit(`${MIGRATIONS}/2-more.ts`, 'b');
    commit(`${MIGRATIONS}/all-migrations.ts`, 'c');
    expect(changedMigrations(root, first, MIGRATIONS)).toEqual([]);
    commit(`${MIGRATIONS}/1-initial-schema.ts`, 'changed');
    expect(changedMigrations(root, first, MIGRATIONS)).toEqual([`${MIGRATIONS}/1-initial-schema.ts`]);
  });

  it('needs one version in its tag, packages, chart and changelog', () => {
    for (const file of ['package.json', 'libs/client/package.json', 'clients/python/churn_scoring/version.py', 'docker/chart/Chart.yaml']) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      cpSync(path.join(ROOT, file), path.join(root, file));
    }
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    writeFileSync(path.join(root, 'CHANGELOG.md'), `## [Unreleased]\n\n## [${version}] - 2026-12-01\n`);
    expect(problemsOf(root, `v${version}`)).toEqual([]);
    expect(problemsOf(root, 'v99.0.0')).toHaveLength(6);
    expect(problemsOf(root, version)).toEqual([`the tag is "${version}": it must be vMAJOR.MINOR.PATCH`]);
    writeFileSync(path.join(root, 'CHANGELOG.md'), '## [Unreleased]\n');
    expect(problemsOf(root, `v${version}`)).toEqual([`CHANGELOG.md, in its first heading with a date, has the version none, and the tag v${version}`]); // prettier-ignore
  });
});
