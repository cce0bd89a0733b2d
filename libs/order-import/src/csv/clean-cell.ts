/** Most cells need nothing. */
const NEEDS_CLEANING = /^[\s=']|\s$|[\u200B-\u200D\u2060\uFEFF]/;
/** Characters without a shape that web pages and word processors leave behind. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/g;
/** `="00017"`: a formula that keeps a spreadsheet from reading the text as a number. */
const TEXT_FORMULA = /^="([^"]*)"$/;
/** `'00017`: the sign of a spreadsheet for text. */
const TEXT_SIGN = /^'(?=\S)/;

/** Returns the text of a cell without what spreadsheets wrap around it, so that `="00017"`, `'00017` and `00017` are one id. */
export function cleanCell(cell: string): string {
  if (!NEEDS_CLEANING.test(cell)) return cell;
  const trimmed = cell.replace(INVISIBLE, '').trim();
  const formula = TEXT_FORMULA.exec(trimmed);
  return (formula === null ? trimmed : (formula[1] ?? '')).replace(TEXT_SIGN, '').trim();
}
