import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiJson } from './client-types/openapi-json.js';
import { writeClientTypes } from './client-types/write-client-types.js';

/** As built: dist/tools/src. */
const DIST = path.resolve(import.meta.dirname, '../..');
const PRINT_OPENAPI = path.join(DIST, 'apps/api/src/print-openapi.js');
const TYPES = path.resolve(DIST, '../libs/client/src/generated/api.ts');
const LARGEST_DOCUMENT = 64 * 1024 * 1024;

const { stdout } = await promisify(execFile)(process.execPath, [PRINT_OPENAPI], { maxBuffer: LARGEST_DOCUMENT });
await writeFile(TYPES, writeClientTypes(JSON.parse(stdout) as OpenApiJson));
process.stdout.write(`Written: ${path.relative(process.cwd(), TYPES)}\n`);
