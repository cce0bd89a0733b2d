import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';

/** A section of the documentation that a search found. */
export interface DocsSection {
  readonly page: string;
  readonly section: string;
  readonly url: string;
  readonly text: string;
}

const MOST = 5;
const LONGEST_TEXT = 2000;
/** More words make a search slow, and no better. */
const MOST_WORDS = 8;
/** A short word is the beginning of nearly every word. */
const isLong = (word: string): boolean => word.length > 3;

const wordsOf = (query: string): string =>
  [...new Set(query.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter(Boolean).slice(0, MOST_WORDS).join(' ');

/**
 * Searches the documentation that this service serves, by the index of its site.
 * @param folder the built site; without it the search finds nothing
 * @param address of the service, for the links
 */
export function searchDocs(folder: string, address: string): (query: string) => DocsSection[] {
  const file = join(folder, 'assets/search.json');
  const entries = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, string, string, string][]) : [];
  const index = new MiniSearch<{ id: number; page: string; section: string; text: string }>({
    fields: ['page', 'section', 'text'],
    searchOptions: { boost: { section: 3, page: 2 }, prefix: isLong, fuzzy: (word) => (isLong(word) ? 0.1 : false) },
  });
  index.addAll(entries.map(([page, section, , text], id) => ({ id, page, section, text })));
  return (query) =>
    index.search(wordsOf(query)).slice(0, MOST).map(({ id }) => {
      const [page, section, path, text] = entries[id as number] ?? ['', '', '', ''];
      return { page, section, url: new URL(path, address).href, text: text.slice(0, LONGEST_TEXT) };
    }); // prettier-ignore
}
