/** A table in Markdown, its columns padded so that it reads as plain text too. The first column stands left, numbers right. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) => Math.max(3, ...[name, ...rows.map((row) => row[column] ?? '')].map((text) => text.length)));
  const line = (cells: readonly string[]): string => `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A share or a loss as three digits, ".8312" style is avoided: "0.831". "–" for what is not a number. */
export const decimals = (value: number, digits = 4): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');

/** Thousands apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
