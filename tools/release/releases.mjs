// Finds releases: by tag, and in a clone without tags by the changelog, where a release gives the heading of its version a date.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const CHANGELOG = 'CHANGELOG.md';
const PYTHON = 'clients/python/churn_scoring/version.py';
const RELEASED = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm;

/** @returns {{ version: string, heading: string }[]} the released versions in this changelog, the newest first */
export const releasesIn = (changelog) => [...changelog.matchAll(RELEASED)].map(([heading, version]) => ({ version, heading }));

/**
 * @param {string} root folder of the repository
 * @returns {string | null} the commit of the last release before HEAD; null when there is none, or no history
 */
export function lastRelease(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', `${git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^')}^{commit}`);
  } catch {
    return releaseByHeading(root, git);
  }
}

function releaseByHeading(root, git) {
  try {
    const head = git('rev-parse', 'HEAD');
    const headings = releasesIn(fs.readFileSync(path.join(root, CHANGELOG), 'utf8'));
    const commits = headings.map(({ heading }) => git('log', '--reverse', '--format=%H', `-S${heading}`, '--', CHANGELOG).split('\n')[0]);
    return commits.find((commit) => commit !== '' && commit !== head) ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {string} root folder of the repository
 * @param {string} tag as it will be pushed
 * @returns {string[]} what in the files does not fit this tag
 */
export function problemsOf(root, tag) {
  const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
  const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
  if (version === undefined) return [`the tag is "${tag}": it must be vMAJOR.MINOR.PATCH`];
  const problems = [];
  const expect = (file, found) => {
    if (found !== version) problems.push(`${file} has the version ${found ?? 'none'}, and the tag ${tag}`);
  };
  for (const file of ['package.json', 'libs/client/package.json']) expect(file, JSON.parse(read(file)).version);
  expect(PYTHON, /^VERSION = "(.*)"$/m.exec(read(PYTHON))?.[1]);
  for (const key of ['version', 'appVersion'])
    expect('docker/chart/Chart.yaml', new RegExp(`^${key}: (.*)$`, 'm').exec(read('docker/chart/Chart.yaml'))?.[1]);
  expect(`${CHANGELOG}, in its first heading with a date,`, releasesIn(read(CHANGELOG))[0]?.version);
  return problems;
}

/**
 * @param {string} root folder of the repository
 * @param {string} commit a release
 * @param {string} folder of migrations
 * @returns {string[]} files in the folder that have changed since, except the list of all migrations
 */
export function changedMigrations(root, commit, folder) {
  const changed = execFileSync('git', ['diff', '--name-only', '--diff-filter=MDR', commit, '--', folder], { cwd: root, encoding: 'utf8' });
  return changed.split('\n').filter((file) => /\/\d+-[^/]*|\/initial-schema\//.test(file));
}
