// `npm run test:upgrade [-- --from COMMIT] [TEST FILES]`: runs the previous release and its end-to-end tests on the schema of this one.
import '../check-node.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { startPostgres } from '../servers/embedded-postgres.mjs';
import { startRedis } from '../servers/embedded-redis.mjs';
import { CORE, patternsOf } from './end-to-end.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';
import { lastRelease } from '../release/releases.mjs';

const MIGRATIONS = 'libs/database/src/migrations';
/** The databases of the tests are copies of this one. */
const TEMPLATE = 'template1';

const log = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const { values, positionals } = parseArgs({ options: { from: { type: 'string' } }, allowPositionals: true });
  const from = values.from ?? lastRelease(ROOT);
  if (from === null) {
    log('Skipped: there is no earlier release, neither by a tag (v1.2.3) nor by a dated heading in CHANGELOG.md. Use --from COMMIT.');
    return;
  }
  const commit = git('rev-parse', '--verify', `${from}^{commit}`);
  const added = migrationsSince(commit);
  if (added.length === 0) {
    log(`Nothing to test: ${from} has all migrations.`);
    return;
  }
  log(`${from} (${commit.slice(0, 10)}) on a schema with ${added.length} migrations that it does not know: ${added.join(', ')}`);
  await bootstrap(log);
  process.exitCode = await run(commit, positionals);
}

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

function migrationsSince(commit) {
  const before = new Set(git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`).split('\n').map((file) => path.basename(file))); // prettier-ignore
  return fs
    .readdirSync(path.join(ROOT, MIGRATIONS))
    .filter((file) => /^\d/.test(file) && !before.has(file))
    .map((file) => path.basename(file, '.ts'));
}

/** @returns {Promise<number>} jest's exit code */
async function run(commit, files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-upgrade-'));
  // When we are root, Postgres runs as another account, which must be able to reach its folder.
  fs.chmodSync(folder, 0o755);
  const before = path.join(folder, 'before');
  /** @type {(() => void | Promise<void>)[]} */
  const ends = [() => fs.rmSync(folder, { recursive: true, force: true })];
  try {
    git('worktree', 'add', '--detach', before, commit);
    ends.unshift(() => void git('worktree', 'remove', '--force', before));
    const postgres = await startPostgres({ dataDir: folder, ephemeral: true });
    ends.unshift(postgres.stop);
    const redis = await startRedis({ dataDir: folder, ephemeral: true });
    ends.unshift(redis.stop);
    migrateTemplate(postgres.url);
    const tests =
      files.length > 0 ? files : patternsOf(CORE.filter((name) => fs.existsSync(path.join(before, `test/e2e/${name}.e2e.spec.ts`))));
    // The release installs and builds its own packages. The tests run one after the other, because an older release may have shorter timeouts.
    const args = [testCommandOf(before), '--runInBand', '--selectProjects', 'e2e', 'long-e2e', '--testPathPatterns', ...tests];
    const env = { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: redis.url };
    return await runToEnd(args, { cwd: before, env, stdio: ['ignore', 'inherit', 'inherit'] });
  } finally {
    for (const end of ends) await end();
  }
}

/** @returns {string} the file that `npm test` runs in that checkout. Its folder differs between releases */
function testCommandOf(checkout) {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  return path.join(checkout, scripts.test.replace(/^node /, ''));
}

/** Migrates with the code of this release, so the older release has nothing left to migrate. */
function migrateTemplate(ownerUrl) {
  const url = Object.assign(new URL(ownerUrl), { pathname: `/${TEMPLATE}` }).toString();
  const env = { PATH: process.env.PATH, DATABASE_OWNER_URL: url };
  execFileSync(process.execPath, [path.join(ROOT, 'dist/apps/cli/bundle/main.js'), 'admin', 'migrate'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

await main().catch(exitWithSentence);
