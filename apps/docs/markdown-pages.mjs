import fs from 'node:fs';
import path from 'node:path';
import { HOME, NAVIGATION } from './navigation.mjs';
import { addressOf, BASE, linkOnSite, placeOf, ROOT, sourcePages, titleOf } from './source-pages.mjs';

/** A link or picture in Markdown: `](target)`. */
const LINK = /\]\(([^)\s]+)\)/g;
const ABOUT =
  'Calibrated churn scores for online shops: order events in by HTTP, for each customer the probability of no further order, reasons, webhooks and campaigns.';

/** @returns {string} the address of the Markdown of a page */
const markdownAddress = (source) => `${BASE}/${placeOf(source)}.md`;

/** Writes each page as Markdown at its address and `.md`, and the list of all at llms.txt, for programs that read the documentation. */
export function writeMarkdownPages(folder) {
  for (const source of sourcePages()) {
    const file = path.join(folder, `${placeOf(source)}.md`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, withSiteLinks(source, fs.readFileSync(path.join(ROOT, source), 'utf8')));
  }
  fs.writeFileSync(path.join(folder, 'llms.txt'), listOfPages());
}

/** Points links to the Markdown of other pages. Text in code has no links. */
function withSiteLinks(source, text) {
  const parts = text.split(/(^```[\s\S]*?^```)/m);
  const pages = new Map(sourcePages().map((page) => [addressOf(page), markdownAddress(page)]));
  const toMarkdown = (link) => {
    const [address, anchor] = link.split('#');
    return `${pages.get(address) ?? address}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const rewritten = (part) =>
    part.replaceAll(LINK, (whole, link) => {
      const onSite = linkOnSite(source, link);
      return onSite === null ? whole : `](${toMarkdown(onSite)})`;
    });
  return parts.map((part) => (part.startsWith('```') ? part : rewritten(part))).join('');
}

function listOfPages() {
  const sections = NAVIGATION.map(({ title, pages }) => {
    const listed = pages.filter(({ page }) => sourcePages().includes(page));
    return `## ${title}\n\n${listed.map(({ page, label }) => `- [${label ?? titleOf(page)}](${markdownAddress(page)})`).join('\n')}\n`;
  });
  const start = `- [Start](${markdownAddress(HOME)})\n- [Every operation (OpenAPI)](/api/v1/openapi.json)\n- Agents connect at /mcp: [how](${BASE}/guides/agents.md)\n`;
  return `# Churn Scoring Service\n\n> ${ABOUT}\n\n${start}\n${sections.join('\n')}`;
}
