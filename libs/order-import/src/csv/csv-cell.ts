/** Spreadsheets treat cells that begin like this as formulas. Numbers may begin with a minus and stay as they are. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Quotes a cell (RFC 4180) and makes formulas harmless: anyone can choose a customer ID (OWASP, "CSV Injection"). */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
