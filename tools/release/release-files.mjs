// Makes the files of a release from the commit at HEAD, with their checksums, and finds what is missing or changed in them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const CHECKSUMS = 'SHA256SUMS';
/** The name of the chart, and of the folder in its archive. */
const CHART = 'churn-scoring';
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * @param {string} version as in package.json
 * @returns {{ context: string, chart: string, client: string, python: string, sbom: string, licences: string }} the names of the files
 */
export const releaseFiles = (version) => ({
  context: `churn-scoring-image-context-${version}.tar.gz`,
  chart: `${CHART}-${version}.tgz`,
  client: `churn-scoring-client-${version}.tgz`,
  python: `churn_scoring-${version}-py3-none-any.whl`,
  sbom: 'sbom.cdx.json',
  licences: 'licences.txt',
});

/**
 * Packs the files that the image is built from, as .dockerignore admits them, and the chart, both from HEAD.
 *
 * @param {string} root folder of the repository
 * @param {string} folder for the archives
 * @param {string} version
 */
export function packArchives(root, folder, version) {
  const { context, chart } = releaseFiles(version);
  const archive = (...args) => execFileSync('git', ['archive', ...args], { cwd: root, maxBuffer: MOST_BYTES });
  const sources = ['docker/Dockerfile', '.dockerignore', ...admittedIn(root)];
  fs.writeFileSync(path.join(folder, context), archive('--format=tar.gz', `--prefix=churn-scoring-${version}/`, 'HEAD', ...sources));
  const docker = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-chart-'));
  try {
    execFileSync('tar', ['-x', '-C', docker], { input: archive('HEAD', 'docker') });
    // Helm follows the links of the chart to files outside of it, and an archive has to hold them.
    fs.cpSync(path.join(docker, 'docker/chart'), path.join(docker, CHART), { recursive: true, dereference: true });
    execFileSync('tar', ['-czf', path.join(folder, chart), '-C', docker, CHART]);
  } finally {
    fs.rmSync(docker, { recursive: true, force: true });
  }
}

function admittedIn(root) {
  const lines = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
}

/**
 * @param {string} context the unpacked image context
 * @returns {string[]} files and folders that its Dockerfile copies and that are not in it
 */
export function missingSources(context) {
  const lines = fs.readFileSync(path.join(context, 'docker/Dockerfile'), 'utf8').split('\n');
  const copies = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
  const sources = copies.flatMap((line) => line.split(/\s+/).slice(1, -1));
  return sources.filter((source) => !fs.existsSync(path.join(context, source)));
}

const digestOf = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** Writes the checksums of all files in the folder, in the format of `sha256sum --check`. */
export function writeChecksums(folder) {
  const names = fs.readdirSync(folder).filter((name) => name !== CHECKSUMS);
  const lines = names.toSorted().map((name) => `${digestOf(path.join(folder, name))}  ${name}\n`);
  fs.writeFileSync(path.join(folder, CHECKSUMS), lines.join(''));
}

/** @returns {string[]} files of the folder that lack a checksum, or have another content than theirs says, or are missing */
export function wrongFiles(folder) {
  const lines = fs.readFileSync(path.join(folder, CHECKSUMS), 'utf8').trimEnd().split('\n');
  const wanted = new Map(lines.map((line) => line.split('  ')).map(([digest, name]) => [name, digest]));
  const names = new Set([...wanted.keys(), ...fs.readdirSync(folder).filter((name) => name !== CHECKSUMS)]);
  const isRight = (name) => fs.existsSync(path.join(folder, name)) && digestOf(path.join(folder, name)) === wanted.get(name);
  return [...names].filter((name) => !isRight(name)).toSorted((a, b) => (a < b ? -1 : 1));
}
