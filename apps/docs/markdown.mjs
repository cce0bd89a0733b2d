import { renderMermaidSVG } from 'beautiful-mermaid';
import { linkOnSite } from './source-pages.mjs';

/** Colours of diagrams are those of the page, in light and in dark. */
const DIAGRAM = {
  bg: 'var(--surface)',
  fg: 'var(--text)',
  muted: 'var(--muted)',
  line: 'var(--input)',
  border: 'var(--input)',
  font: 'Inter Variable',
  transparent: true,
};
/** The library asks a font service for the font. The site has it already. */
const FOREIGN_FONT = /^\s*@import url\([^\n]*\n/m;

/**
 * Teaches markdown-it what pages on GitHub have: links between files, anchors of headings, Mermaid diagrams. Wide tables and code scroll by themselves.
 * @param md the parser
 * @param {Map<string, {level: number, id: string, title: string, text: string}[]>} sections is filled with the sections of each page
 */
export function siteMarkdown(md, sections) {
  md.core.ruler.push('site', ({ tokens, env }) => {
    sections.set(env.source, sectionsOf(tokens));
    for (const { children } of tokens) redirect(children ?? [], env.source);
  });
  const { rules } = md.renderer;
  const fence = rules.fence.bind(rules);
  rules.fence = (tokens, index, ...rest) =>
    tokens[index].info.trim() === 'mermaid'
      ? diagram(tokens[index].content)
      : fence(tokens, index, ...rest).replace('<pre>', '<pre tabindex="0">');
  rules.table_open = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
}

const diagram = (code) =>
  `<div class="diagram" role="img" aria-label="Diagram" tabindex="0">${renderMermaidSVG(code, DIAGRAM).replace(FOREIGN_FONT, '')}</div>\n`;

/** Points links and pictures to the site. A link to a file that the site does not have becomes text. */
function redirect(tokens, source) {
  let isText = false;
  for (const token of tokens) {
    const attribute = { link_open: 'href', image: 'src' }[token.type];
    if (token.type === 'link_close' && isText) token.tag = 'span';
    if (attribute === undefined) continue;
    const link = linkOnSite(source, token.attrGet(attribute));
    if (token.type === 'image') token.attrSet('loading', 'lazy');
    else isText = link === null;
    if (link !== null) token.attrSet(attribute, link);
    else if (isText) Object.assign(token, { tag: 'span', attrs: null });
  }
}

/** Gives each heading the anchor that GitHub gives it, and collects the text below it. */
function sectionsOf(tokens) {
  const found = [];
  const taken = new Map();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = textOf(tokens[index + 1]);
      const id = anchorOf(title, taken);
      token.attrSet('id', id);
      found.push({ level: Number(token.tag.slice(1)), id, title, text: '' });
    } else if (tokens[index - 1]?.type !== 'heading_open') {
      const section = found.at(-1);
      if (section !== undefined && (token.type === 'inline' || isShown(token))) section.text += `${textOf(token)} `;
    }
  }
  return found;
}

const isShown = ({ type, info }) => type === 'fence' && info.trim() !== 'mermaid';

const textOf = ({ type, children, content }) =>
  type === 'inline'
    ? children.map((child) => (child.type === 'softbreak' ? ' ' : child.type === 'image' ? '' : child.content)).join('')
    : content;

/** @returns {string} the anchor of a heading, counted when a page has the same heading twice */
function anchorOf(title, taken) {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  const times = taken.get(plain) ?? 0;
  taken.set(plain, times + 1);
  return times === 0 ? plain : `${plain}-${times}`;
}
