import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unlistedPages } from '../../apps/docs/navigation.mjs';

const ROOT = path.resolve(__dirname, '../..');
/** Matches paths of source folders that the docs name in backticks. */
const SOURCE_PATH = /`((?:apps|libs|bench|tools|test|docker|docs)\/[\w./-]+)`/g;
/** A webhook topic of Shopline, not a path. */
const NOT_A_PATH = new Set(['apps/installed_uninstalled']);
const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g;
const FENCED = /^```.*?^```/gms;

const mdIn = (folder: string, recursive: boolean): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive, encoding: 'utf8' }).filter((file) => file.endsWith('.md')).map((file) => path.join(folder, file)); // prettier-ignore
const pages = [...mdIn('.', false), ...mdIn('docs', true), ...mdIn('libs/client', false)];
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8').replaceAll(FENCED, '');

/** Returns the anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
  return headings.map((text) => text.toLowerCase().replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-')); // prettier-ignore
}

function isBroken(page: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? page : path.join(path.dirname(page), target);
  if (!existsSync(path.join(ROOT, file))) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
}

describe('the documentation', () => {
  it('has pages to check', () => expect(pages.length).toBeGreaterThan(30));

  it('lists every page under the role that reads it (apps/docs/navigation.mjs)', () => {
    expect(unlistedPages()).toEqual([]);
  });

  it.each(pages)('has only links to a file and a heading that exist: %s', (page) => {
    const links = [...read(page).matchAll(LINK)].map(([, link = '']) => link);
    expect(links.filter((link) => isBroken(page, link))).toEqual([]);
  });

  it.each(pages)('names only files and folders that exist: %s', (page) => {
    const named = [...read(page).matchAll(SOURCE_PATH)].map(([, file = '']) => file);
    expect(named.filter((file) => !NOT_A_PATH.has(file) && !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});
