import { HOME, NAVIGATION } from '../navigation.mjs';
import { addressOf, BASE, titleOf } from '../source-pages.mjs';

const SITE = 'Churn Scoring';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function navigation(source) {
  const item = ({ page, label = titleOf(page) }) =>
    `<li><a href="${addressOf(page)}"${page === source ? ' aria-current="page"' : ''}>${escaped(label)}</a></li>`;
  return NAVIGATION.map(({ title, pages }) => `<h2>${title}</h2>\n<ul>\n${pages.map(item).join('\n')}\n</ul>`).join('\n');
}

function contents(sections) {
  const parts = sections.filter(({ level }) => level === 2);
  if (parts.length < 3) return '';
  const items = parts.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('\n');
  return `<nav class="contents" aria-label="On this page"><p>On this page</p>\n<ul>\n${items}\n</ul></nav>`;
}

/** Eleventy calls this with the HTML of a page and its data (eleventy.config.mjs). */
export function render({ content, source, sections }) {
  const title = titleOf(source);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${source === HOME ? `${SITE}: documentation` : `${escaped(title)} · ${SITE}`}</title>
<link rel="icon" href="${BASE}/assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${BASE}/assets/site.css">
<script src="${BASE}/assets/theme.js"></script>
<script type="module" src="${BASE}/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${BASE}">${SITE} <span>Docs</span></a>
<search class="search">
<label class="hidden" for="search">Search the documentation</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false">
<div class="results" id="results" hidden></div>
<p class="hidden" id="search-status" role="status"></p>
</search>
<nav class="links" aria-label="Service"><a href="/api/v1/docs">API reference</a><a href="/">Dashboard</a></nav>
<button type="button" id="theme" aria-label="Switch between light and dark" title="Switch between light and dark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3v18a9 9 0 0 0 0-18Z"/><circle cx="12" cy="12" r="9"/></svg></button>
</header>
<div class="frame">
<details class="menu"><summary>All pages</summary>
<nav aria-label="Pages">
${navigation(source)}
</nav></details>
<main id="content" tabindex="-1">
${content}
</main>
${contents(sections.get(source))}
</div>
</body>
</html>
`;
}
