import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
/** A reader sees this many names at once. A larger folder gets subfolders by subject. */
const MOST_FILES = 25;
const SOURCES = ['apps', 'bench', 'libs', 'test', 'tools'];

interface Folder {
  readonly name: string;
  readonly files: number;
}

function foldersIn(name: string): Folder[] {
  const entries = readdirSync(path.join(ROOT, name), { withFileTypes: true }).filter((entry) => entry.name !== 'node_modules');
  const below = entries.filter((entry) => entry.isDirectory()).flatMap((entry) => foldersIn(path.posix.join(name, entry.name)));
  return [{ name, files: entries.filter((entry) => entry.isFile()).length }, ...below];
}

describe('the source folders', () => {
  const folders = SOURCES.flatMap(foldersIn);

  it('exist', () => expect(folders.length).toBeGreaterThan(100));

  it(`have at most ${MOST_FILES} files each`, () => {
    expect(folders.filter(({ files }) => files > MOST_FILES)).toEqual([]);
  });
});
