// `npm run audit [-- --strict]`: checks the packages of the product for known vulnerabilities. Fails and lists those that are not
// explained. If the registry does not answer, it says so and passes; with --strict, for releases, it fails.
import '../check-node.mjs';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

/** Advisories that do not affect the product, by URL, each with the reason. SECURITY.md lists them too. */
const EXPLAINED = {};

const isStrict = process.argv.includes('--strict');
const print = (text) => process.stdout.write(`${text}\n`);

/** @returns {object} npm's JSON output; an object with `message` when the registry does not answer */
function ask() {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--package-lock-only', '--json'], options);
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: 'npm audit gives no answer' };
  }
}

/** @returns {string[]} `name@version` of the product's direct dependencies */
function productPackages() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.keys(packages[''].dependencies).map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
}

function printUnanswered({ statusCode, message, error }) {
  const why = statusCode === undefined ? (error?.code ?? message) : `it answers ${statusCode}`;
  print(`npm audit was skipped: the registry gives no information about vulnerabilities (${why}).`);
  print(`Before a release, run it against a registry that does. The product depends on ${productPackages().join(', ')}.`);
  return !isStrict;
}

function printAnswer({ vulnerabilities, metadata }) {
  const found = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((each) => typeof each === 'object'));
  const advisories = [...new Map(found.map((each) => [each.url, each])).values()];
  for (const { url, name, severity, title } of advisories)
    print(`${name}: ${title} (${severity}, ${url}): ${EXPLAINED[url] ?? 'not explained'}`);
  print(`${metadata.dependencies.prod} packages in the product, ${advisories.length} known vulnerabilities.`);
  return advisories.every(({ url }) => Object.hasOwn(EXPLAINED, url));
}

const answer = ask();
const isFine = answer.auditReportVersion === undefined ? printUnanswered(answer) : printAnswer(answer);
if (!isFine) process.exitCode = 1;
