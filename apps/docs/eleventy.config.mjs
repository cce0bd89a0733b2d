import fs from 'node:fs';
import path from 'node:path';
import { siteMarkdown } from './markdown.mjs';
import { writeMarkdownPages } from './markdown-pages.mjs';
import {
  addressOf,
  BASE,
  DECISIONS,
  NOT_FOUND,
  PAGES_ELSEWHERE,
  placeOf,
  PLAIN_FILES,
  ROOT,
  sourcePages,
  titleOf,
} from './source-pages.mjs';

const HERE = 'apps/docs';
const DASHBOARD = 'apps/dashboard';
const INTER = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** The colours of the dashboard, in light and in dark. */
function colours() {
  const [, found] = /^(:root \{.*?)^@theme/ms.exec(read(`${DASHBOARD}/src/styles.css`)) ?? [];
  if (found === undefined) throw new Error(`${DASHBOARD}/src/styles.css has no colours before @theme`);
  return found;
}

const decisions = () =>
  sourcePages().filter((page) => /^docs\/adr\/\d/.test(page)).toSorted().map((page) => `- [${titleOf(page)}](${path.basename(page)})`); // prettier-ignore

/** The sections of all pages as the search reads them: page, heading, address, text. */
const searchEntries = (sections) =>
  [...sections]
    .filter(([source]) => source !== NOT_FOUND)
    .flatMap(([source, parts]) =>
      parts.map(({ level, id, title, text }) => [titleOf(source), title, addressOf(source) + (level === 1 ? '' : `#${id}`), text.trim()]),
    );

/** Pages outside of docs/ have a made-up place in it, and say where they come from. */
const sourceOf = ({ elsewhere, page }) => elsewhere || page.inputPath.replace(/^\.\//, '');

/** `eleventy --config=apps/docs/eleventy.config.mjs` builds the site from the Markdown of the repository. */
export default function configure(config) {
  const sections = new Map();
  const css = `${colours()}\n${read(`${HERE}/public/site.css`)}`;
  config.amendLibrary('md', (md) => siteMarkdown(md, sections));
  config.setQuietMode(true);
  for (const page of PAGES_ELSEWHERE) config.addTemplate(`elsewhere/${placeOf(page)}.md`, read(page), { elsewhere: page });
  config.addTemplate('adr/README.md', `# ${titleOf(DECISIONS)}\n\n${decisions().join('\n')}\n`, { elsewhere: DECISIONS });
  config.addTemplate('404.md', `# ${titleOf(NOT_FOUND)}\n\nSearch for it above, or begin at the [first page](README.md).\n`);
  config.addGlobalData('layout', 'page.11ty.mjs');
  config.addGlobalData('sections', () => sections);
  config.addGlobalData('eleventyComputed', { source: sourceOf, permalink: (data) => `${placeOf(sourceOf(data))}.html` });
  config.addPassthroughCopy({
    'docs/images': 'images',
    [`${DASHBOARD}/public`]: 'assets',
    'node_modules/minisearch/dist/es/index.js': 'assets/minisearch.js',
    [INTER]: 'assets/inter.woff2',
    ...PLAIN_FILES,
  });
  config.on('eleventy.after', ({ directories }) => {
    fs.writeFileSync(path.join(directories.output, 'assets/site.css'), css);
    // Browsers find no packages by name.
    const script = read(`${HERE}/public/site.js`).replace("from 'minisearch'", "from './minisearch.js'");
    fs.writeFileSync(path.join(directories.output, 'assets/site.js'), script);
    writeMarkdownPages(directories.output);
    fs.writeFileSync(path.join(directories.output, 'assets/search.json'), JSON.stringify(searchEntries(sections)));
  });
  return {
    dir: { input: 'docs', output: 'dist/apps/docs', includes: '../apps/docs/layouts', layouts: '../apps/docs/layouts' },
    templateFormats: ['md'],
    markdownTemplateEngine: false,
    pathPrefix: `${BASE}/`,
  };
}
