// Writes the types that the client package and the dashboard have of the API, from the sources of the API: see tools/install/api-types.mjs.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiDocument } from './openapi-document.js';
import { clientTypes, dashboardTypes, pythonClientTypes } from './write-types.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PRINT_OPENAPI = path.join(ROOT, 'apps/api/src/print-openapi.ts');
const LARGEST_DOCUMENT = 64 * 1024 * 1024;

const GENERATED = {
  'libs/client/src/generated/api.ts': clientTypes,
  'apps/dashboard/src/api/schema.ts': dashboardTypes,
  'clients/python/churn_scoring/api_types.py': pythonClientTypes,
} as const;

/** The program runs from its source like this one, so it gets the same arguments of Node. */
async function readDocument(): Promise<OpenApiDocument> {
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, PRINT_OPENAPI], { maxBuffer: LARGEST_DOCUMENT });
  return JSON.parse(stdout) as OpenApiDocument;
}

/** Leaves a file with the same content alone, so that nothing that watches it starts. Others never read half a file. */
async function replace(file: string, content: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => null)) === content) return;
  const next = `${file}.${process.pid}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(next, content);
  await rename(next, file);
}

const document = await readDocument();
for (const [file, write] of Object.entries(GENERATED)) await replace(path.join(ROOT, file), await write(document));
