import { readdirSync, readFileSync } from 'node:fs';
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

  it('of each app and lib are built by nest build --all', () => {
    const { projects } = JSON.parse(readFileSync(path.join(ROOT, 'nest-cli.json'), 'utf8')) as {
      projects: Record<string, { root: string }>;
    };
    const built = new Set(Object.values(projects).map(({ root }) => root));
    const all = folders.map(({ name }) => name).filter((name) => /^(apps|libs)\/[^/]+$/.test(name));
    // Vite builds the dashboard, Eleventy the documentation.
    expect(all.filter((name) => !built.has(name))).toEqual(['apps/dashboard', 'apps/docs']);
  });

  it(`have at most ${MOST_FILES} files each`, () => {
    expect(folders.filter(({ files }) => files > MOST_FILES)).toEqual([]);
  });
});
