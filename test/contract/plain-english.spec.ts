import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
/** Every folder with code. */
const FOLDERS = ['apps', 'bench', 'libs', 'test', 'tools'];
const GENERATED = /generated|schema\.d/;
const FIRST_WORD = /\/\*\*\s*(?:\*\s*)?([A-Za-z@]+)/g;
const FRAGMENT = /^(What|Whom|Whose|Of|By|As|How|Where|When|Whether|Who|Whoever)$/;

interface DocComment {
  readonly file: string;
  readonly firstWord: string;
}

const docComments: readonly DocComment[] = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('node_modules') && !GENERATED.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return Array.from(text.matchAll(FIRST_WORD), ([, firstWord = '']) => ({ file, firstWord }));
    }),
);

it.each(FOLDERS)('no doc comment in %s begins as a sentence fragment', (folder) => {
  const comments = docComments.filter(({ file }) => file.startsWith(`${folder}${path.sep}`));
  expect(comments.length).toBeGreaterThan(100);
  // The list names the files to change: begin with a subject, or with a verb as in "Returns the labels".
  expect(comments.filter(({ firstWord }) => FRAGMENT.test(firstWord))).toEqual([]);
});
