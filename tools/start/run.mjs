// `npm run admin|import|bench|evaluate|generate:client [-- arguments]`: installs and builds what changed, then runs the compiled tool in our place.
import '../check-node.mjs';
import path from 'node:path';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { ROOT } from '../paths.mjs';
import { environmentOfRun } from './run-record.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';
import { dataFolder, readEnvFile } from './start-settings.mjs';

const TOOLS = {
  admin: { script: 'dist/tools/src/admin.js', usesRunningService: true },
  import: { script: 'dist/tools/src/import.js', usesRunningService: true },
  'demo-storefront': { script: 'dist/tools/src/demo-storefront.js', usesRunningService: true },
  // Read files or simulate, and need no service.
  evaluate: { script: 'dist/bench/quality/src/evaluate.js', usesRunningService: false },
  'choose-blend': { script: 'dist/bench/quality/src/choose-blend.js', usesRunningService: false },
  // Measures servers of its own, never the data of a running service.
  bench: { script: 'dist/bench/src/main.js', usesRunningService: false },
  'generate-client': { script: 'dist/tools/src/generate-client.js', usesRunningService: false },
};

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const tool = TOOLS[name];
  if (tool === undefined) throw new Error(`"${name ?? ''}" is no tool: use one of ${Object.keys(TOOLS).join(', ')}.`);
  readEnvFile();
  // On stderr: the output of the tool itself may be read by a program.
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const found = tool.usesRunningService ? environmentOfRun(dataFolder()) : {};
  const env = { ...process.env, ...withoutSet(found) };
  process.exitCode = await runToEnd(['--enable-source-maps', path.join(ROOT, tool.script), ...args], { env });
}

/** What the user has set goes before what the running service tells; an empty variable counts as not set. */
const withoutSet = (found) => Object.fromEntries(Object.entries(found).filter(([name]) => !process.env[name]));

await main().catch(exitWithSentence);
