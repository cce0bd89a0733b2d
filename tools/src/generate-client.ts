import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiJson } from './client-types/openapi-json.js';
import { writeClientTypes } from './client-types/write-client-types.js';
import { writeDashboardSchema } from './client-types/write-dashboard-schema.js';

/** As built: dist/tools/src. */
const DIST = path.resolve(import.meta.dirname, '../..');
const ROOT = path.dirname(DIST);
const PRINT_OPENAPI = path.join(DIST, 'apps/api/src/print-openapi.js');
const LARGEST_DOCUMENT = 64 * 1024 * 1024;

const { stdout } = await promisify(execFile)(process.execPath, [PRINT_OPENAPI], { maxBuffer: LARGEST_DOCUMENT });
const document = JSON.parse(stdout) as OpenApiJson;
const written = {
  'libs/client/src/generated/api.ts': writeClientTypes(document),
  'apps/dashboard/src/api/schema.ts': writeDashboardSchema(document),
};
for (const [file, types] of Object.entries(written)) {
  await writeFile(path.join(ROOT, file), types);
  process.stdout.write(`Written: ${file}\n`);
}
