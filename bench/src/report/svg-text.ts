/** Okabe and Ito's colours, which colour-blind readers tell apart. */
export const PLOT_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;

/** Escapes text for tags and attributes. Shop names come from file names. */
export const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns a line of text, centred at `x` unless `anchor` says otherwise. */
export function svgText(x: number | string, y: number, content: string, attributes = '', anchor = 'middle'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#222" ${attributes}>${escaped(content)}</text>`;
}
