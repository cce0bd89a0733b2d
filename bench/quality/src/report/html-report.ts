import type { Section } from './result-sections.js';
import { escaped } from '../../../src/report/svg-text.js';

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0; }
  th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: right; }
  th:first-child, td:first-child { text-align: left; }
  svg { max-width: 100%; height: auto; }`;

/** One page without scripts or references to elsewhere, so that it can be sent as a file. */
export function toHtml(sections: readonly Section[], about: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Prediction quality</title><style>${STYLE}</style></head>
<body>
<h1>Prediction quality</h1>
<p>${escaped(about)}</p>
${sections.map(toElement).join('\n')}
</body>
</html>
`;
}

function toElement(section: Section): string {
  switch (section.kind) {
    case 'shop':
      return `<h2>${escaped(section.name)}</h2>\n<p>${escaped(section.text)}</p>`;
    case 'heading':
      return `<h3>${escaped(section.text)}</h3>`;
    case 'table':
      return toTable(section.markdown);
    case 'text':
      return `<p>${withBold(escaped(section.text))}</p>`;
    case 'plots':
      return section.svg;
  }
}

const withBold = (text: string): string => text.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');

function toTable(markdown: string): string {
  const [header = [], , ...rows] = markdown.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return `<table>${row(header, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`;
}

const row = (cells: readonly string[], tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
