// Entry point of the image: the first argument names the command. It runs in this process, so signals reach it without a shell between.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = path.resolve(import.meta.dirname, '../dist');
const COMMANDS = {
  api: ['apps/api/bundle/main.js', []],
  worker: ['apps/scoring-worker/bundle/main.js', []],
  migrate: ['apps/cli/bundle/main.js', ['admin', 'migrate']],
  admin: ['apps/cli/bundle/main.js', ['admin']],
  import: ['apps/cli/bundle/main.js', ['import']],
  uploads: ['apps/cli/bundle/main.js', ['uploads']],
};

const [name = '', ...rest] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  process.stderr.write(`Unknown command "${name}". Use one of: ${Object.keys(COMMANDS).join(', ')}.\n`);
  process.exit(64);
}
const [script, first] = command;
const file = path.join(DIST, script);
process.argv.splice(1, process.argv.length, file, ...first, ...rest);
await import(pathToFileURL(file).href);
