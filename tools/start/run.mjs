// `npm run admin|import|bench|evaluate|… [-- arguments]`: installs and builds what changed, then runs the compiled command.
import '../check-node.mjs';
import path from 'node:path';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { ROOT } from '../paths.mjs';
import { environmentOfRun } from './run-record.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';
import { dataFolder, readEnvFile } from './start-settings.mjs';

const TOOLS = {
  admin: { script: 'dist/apps/cli/bundle/main.js', command: 'admin', usesRunningService: true },
  import: { script: 'dist/apps/cli/bundle/main.js', command: 'import', usesRunningService: true },
  uploads: { script: 'dist/apps/cli/bundle/main.js', command: 'uploads', usesRunningService: true },
  'demo-storefront': { script: 'dist/tools/src/demo/demo-storefront.js', usesRunningService: true },
  // These read files or simulate. They need no service.
  evaluate: { script: 'dist/bench/quality/src/evaluate.js', usesRunningService: false },
  'choose-blend': { script: 'dist/bench/quality/src/choose-blend.js', usesRunningService: false },
  // Measures its own servers, never the data of a running service.
  bench: { script: 'dist/bench/src/main.js', usesRunningService: false },
};

async function main() {
  const [name, ...rest] = process.argv.slice(2);
  const tool = TOOLS[name];
  if (tool === undefined) throw new Error(`Unknown command "${name ?? ''}". Use one of: ${Object.keys(TOOLS).join(', ')}.`);
  const args = tool.command === undefined ? rest : [tool.command, ...rest];
  readEnvFile();
  // To stderr: a program may read the output of the command itself.
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const found = tool.usesRunningService ? environmentOfRun(dataFolder()) : {};
  const env = { ...process.env, ...withoutSet(found) };
  process.exitCode = await runToEnd(['--enable-source-maps', path.join(ROOT, tool.script), ...args], { env });
}

/** Variables that the user has set override those of the running service. An empty variable counts as not set. */
const withoutSet = (found) => Object.fromEntries(Object.entries(found).filter(([name]) => !process.env[name]));

await main().catch(exitWithSentence);
