// What a container does, by its first argument. The process itself becomes it, so that signals reach it without a shell between.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = path.resolve(import.meta.dirname, '../dist');
const COMMANDS = {
  api: ['apps/api/src/main.js', []],
  worker: ['apps/scoring-worker/src/main.js', []],
  migrate: ['tools/src/admin.js', ['migrate']],
  admin: ['tools/src/admin.js', []],
};

const [name = '', ...rest] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  process.stderr.write(`There is no command "${name}": it must be one of ${Object.keys(COMMANDS).join(', ')}.\n`);
  process.exit(64);
}
const [script, first] = command;
const file = path.join(DIST, script);
process.argv.splice(1, process.argv.length, file, ...first, ...rest);
await import(pathToFileURL(file).href);
