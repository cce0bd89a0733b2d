import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Writes a Markdown page, formatted like all files of the repository. */
export async function keepPage(file: string, markdown: string): Promise<void> {
  const style = await resolveConfig(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await format(markdown, { ...style, filepath: file }));
}
