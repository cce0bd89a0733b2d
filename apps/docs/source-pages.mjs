import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** The path of the site. The API serves it there. */
export const BASE = '/docs';

/** Pages of the repository that stand outside of docs/. */
export const PAGES_ELSEWHERE = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'libs/client/README.md'];
/** Files that pages link to and that are shown as they are. */
export const PLAIN_FILES = {
  LICENSE: 'files/LICENSE.txt',
  '.env.example': 'files/env.example.txt',
  'docs/guides/n8n-workflow.json': 'files/n8n-workflow.json',
};

/** A folder that GitHub shows as a list of files. The site has a page with the list. */
export const DECISIONS = 'docs/adr/README.md';
/** The page for addresses that the site does not have. */
export const NOT_FOUND = 'docs/404.md';
/** Pages that no file has. */
const GENERATED = { [DECISIONS]: 'Decisions', [NOT_FOUND]: 'There is no such page' };

/** @returns {string[]} paths from the root of all Markdown pages of the site that are files */
export function sourcePages() {
  const inDocs = fs.readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  return [...inDocs.map((file) => path.posix.join('docs', file.split(path.sep).join('/'))), ...PAGES_ELSEWHERE];
}

/** @param {string} source path from the root of a Markdown page @returns {string} its place below BASE, without an extension */
export function placeOf(source) {
  if (source === 'README.md') return 'repository';
  if (source === 'libs/client/README.md') return 'client';
  const place = source.replace(/^docs\//, '').replace(/\.md$/, '');
  return place === 'README' ? 'index' : place.replace(/\/README$/, '').toLowerCase();
}

/** @returns {string} the address of a page */
export const addressOf = (source) => (placeOf(source) === 'index' ? BASE : `${BASE}/${placeOf(source)}`);

/** @returns {string} the first heading of a page */
export function titleOf(source) {
  if (source in GENERATED) return GENERATED[source];
  const [, title] = /^# (.+)$/m.exec(fs.readFileSync(path.join(ROOT, source), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${source} has no heading`);
  return title.replaceAll('`', '');
}

/**
 * @param {string} source the page with the link, as a path from the root
 * @param {string} link a link that works between the files of the repository, also with an anchor
 * @returns {string | null} the same link on the site; null for a file of the repository that the site does not have, such as a manifest
 */
export function linkOnSite(source, link) {
  // The last one is an address of the running service, such as /api/v1/docs.
  if (/^(https?:|mailto:|#|\/)/.test(link)) return link;
  const [target, anchor] = link.split('#');
  const file = path.posix.join(path.posix.dirname(source), target).replace(/\/$/, '');
  const tail = anchor === undefined ? '' : `#${anchor}`;
  if (file === 'docs/adr') return addressOf(DECISIONS) + tail;
  if (file in PLAIN_FILES) return `${BASE}/${PLAIN_FILES[file]}`;
  if (file.startsWith('docs/images/')) return `${BASE}/${file.slice('docs/'.length)}`;
  return sourcePages().includes(file) || file in GENERATED ? addressOf(file) + tail : null;
}
