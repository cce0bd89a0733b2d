// `npm run generate:client [-- --check] [--only FOLDER]`: writes the types that the client package and the dashboard have of the API.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import type { OpenApiDocument } from './api-types/openapi-document.js';
import { clientTypes, dashboardTypes } from './api-types/write-types.js';

/** At run time this file is dist/tools/src/generate-client.js. */
const DIST = path.resolve(import.meta.dirname, '../..');
const ROOT = path.dirname(DIST);
const PRINT_OPENAPI = path.join(DIST, 'apps/api/src/print-openapi.js');
const LARGEST_DOCUMENT = 64 * 1024 * 1024;

const GENERATED = {
  'libs/client/src/generated/api.ts': clientTypes,
  'apps/dashboard/src/api/schema.ts': dashboardTypes,
} as const;

interface Options {
  readonly check: boolean;
  readonly only: string;
  readonly document?: string;
}

async function generate({ check, only, document: file }: Options): Promise<void> {
  const document = JSON.parse(file === undefined ? await printDocument() : await readFile(file, 'utf8')) as OpenApiDocument;
  for (const [target, write] of Object.entries(GENERATED).filter(([each]) => each.startsWith(only))) {
    const types = await write(document);
    const absolute = path.join(ROOT, target);
    if (!check) {
      await writeFile(absolute, types);
      process.stdout.write(`Written: ${target}\n`);
    } else if ((await readFile(absolute, 'utf8')) !== types) {
      process.stderr.write(`${target} is out of date. Run "npm run generate:client".\n`);
      process.exitCode = 1;
    }
  }
}

async function printDocument(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT_OPENAPI], { maxBuffer: LARGEST_DOCUMENT });
  return stdout;
}

await new Command('generate:client')
  .description('Write the API types of the client package and of the dashboard from the OpenAPI document.')
  .option('--check', 'write nothing; fail if a file is out of date', false)
  .option('--only <folder>', 'only the file below this folder', '')
  .option('--document <file>', 'OpenAPI document to read; default: the one of the built API')
  .action(generate)
  .parseAsync();
