const marks = (name: string): { begin: string; end: string } => ({ begin: `<!-- bench:${name} -->`, end: `<!-- /bench:${name} -->` });

/**
 * Puts a section into a page. It replaces the section with the same name and leaves all others unchanged.
 * @param order names of all sections, in the order of the page.
 */
export function replaceSection(page: string, name: string, markdown: string, order: readonly string[]): string {
  const { begin, end } = marks(name);
  const section = `${begin}\n\n${markdown.trim()}\n\n${end}`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from >= 0 && to > from) return page.slice(0, from) + section + page.slice(to + end.length);
  const next = order.slice(order.indexOf(name) + 1).find((later) => page.includes(marks(later).begin));
  if (next === undefined) return `${page.trimEnd()}\n\n${section}\n`;
  const at = page.indexOf(marks(next).begin);
  return `${page.slice(0, at)}${section}\n\n${page.slice(at)}`;
}
