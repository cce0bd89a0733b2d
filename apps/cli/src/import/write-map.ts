import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { openCsv } from '#libs/backfill';
import { csvCell, OrderReader } from '#libs/order-import';
import type { SourceFile } from './read-file.js';

const HEADER = 'pseudonym,value\n';
/** Only the owner of the file may read the people behind the pseudonyms. */
const OWNER_ONLY = 0o600;

/**
 * Writes a CSV file that says which e-mail address, phone number or name each pseudonym of the files stands for. It stays on this machine.
 * @returns the number of pseudonyms
 */
export async function writeMap(path: string, sources: readonly SourceFile[]): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  const file = createWriteStream(draft, { mode: OWNER_ONLY });
  file.write(HEADER);
  const written = new Set<string>();
  for (const source of sources) {
    for await (const line of newLines(source, written)) if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  await rename(draft, path);
  return written.size;
}

/** Reads a file as its import does, and gives a line for each pseudonym that is not written yet. */
async function* newLines({ path, found, context }: SourceFile, written: Set<string>): AsyncGenerator<string> {
  let lines: string[] = [];
  const pseudonym: typeof context.pseudonym = (kind, text) => {
    const made = context.pseudonym(kind, text);
    if (!written.has(made)) {
      written.add(made);
      lines.push(`${made},${csvCell(text.trim())}\n`);
    }
    return made;
  };
  const opened = await openCsv(path, found.encoding);
  const reader = new OrderReader(found.plan, { ...context, pseudonym });
  for await (const row of opened.rows) {
    reader.read(row);
    yield* lines;
    lines = [];
  }
}
