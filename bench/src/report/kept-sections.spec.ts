import { replaceSection } from './kept-sections.js';

const ORDER = ['one', 'two', 'three'];
const put = (page: string, name: string, text: string): string => replaceSection(page, name, text, ORDER);

describe('a kept measurement', () => {
  const two = put('# Benchmarks\n\nBy hand.\n', 'two', '## Two\n\nold');

  it('replaces the previous one and keeps the sections around it', () => {
    const page = put(put(two, 'three', '## Three'), 'two', '## Two\n\nnew');
    expect(page).toBe(
      '# Benchmarks\n\nBy hand.\n\n<!-- bench:two -->\n\n## Two\n\nnew\n\n<!-- /bench:two -->\n\n<!-- bench:three -->\n\n## Three\n\n<!-- /bench:three -->\n',
    );
  });

  it('stands in the given order of parts, also when it was stored later', () => {
    const headings = (page: string): string[] => [...page.matchAll(/^## (\w+)$/gm)].map((match) => match[1] ?? '');
    expect(headings(put(put(two, 'three', '## Three'), 'one', '## One'))).toEqual(['One', 'Two', 'Three']);
    expect(headings(put(put(two, 'one', '## One'), 'three', '## Three'))).toEqual(['One', 'Two', 'Three']);
  });

  it('does not change when it is stored twice', () => {
    expect(put(two, 'two', '## Two\n\nold')).toBe(two);
  });
});
