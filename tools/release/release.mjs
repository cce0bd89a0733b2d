// `npm run release -- TAG`: builds the files of a release in dist/release and checks them as a stranger would.
// `npm run release -- --dry-run`: the same before there is a tag, of the commit at HEAD.
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { ROOT } from '../paths.mjs';
import { checkRelease } from './check-release.mjs';
import { packArchives, releaseFiles, writeChecksums } from './release-files.mjs';
import { problemsOf } from './releases.mjs';

const FOLDER = path.join(ROOT, 'dist/release');
const log = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } }, allowPositionals: true });
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const isDryRun = values['dry-run'];
  const [tag = isDryRun ? `v${version}` : ''] = positionals;
  const problems = [...problemsOf(ROOT, tag), ...uncommitted()];
  for (const problem of problems) log(isDryRun ? `Before the release: ${problem}` : problem);
  if (problems.length > 0 && !isDryRun) {
    process.exitCode = 1;
    return;
  }
  await bootstrap(log);
  build(version);
  for (const name of fs.readdirSync(FOLDER)) log(`${path.relative(ROOT, path.join(FOLDER, name))}: ${fs.statSync(path.join(FOLDER, name)).size} bytes`); // prettier-ignore
  checkRelease(FOLDER, version, (line) => log(`✓ ${line}`));
}

/** @returns {string[]} the problem that the working tree is not the commit, of which the archives are made */
function uncommitted() {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }).trim();
  return changed === '' ? [] : [`${changed.split('\n').length} files are not committed`];
}

const tool = (name, ...args) =>
  execFileSync(process.execPath, [path.join(ROOT, 'tools/release', name), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function build(version) {
  const { client, python, sbom, licences } = releaseFiles(version);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  packArchives(ROOT, FOLDER, version);
  fs.renameSync(tool('pack-client.mjs').trim(), path.join(FOLDER, client));
  fs.renameSync(tool('pack-python.mjs').trim(), path.join(FOLDER, python));
  tool('sbom.mjs', path.join(FOLDER, sbom));
  tool('licence-texts.mjs', path.join(FOLDER, licences));
  writeChecksums(FOLDER);
}

await main().catch(exitWithSentence);
