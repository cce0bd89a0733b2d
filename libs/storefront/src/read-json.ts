/** A number with this many digits may be too large for a double to hold exactly. */
const LONG = /[0-9]{16}/;
const QUOTE = '"';
const BACKSLASH = '\\';
const DIGITS = 16;

/**
 * Parses JSON without losing digits of ids: a whole number of 16 digits or more becomes text. `JSON.parse` alone turns
 * 820982911946154508 into another id.
 * @throws SyntaxError, like `JSON.parse`.
 */
export const readJson = (text: string): unknown => JSON.parse(LONG.test(text) ? quoteLongNumbers(text) : text);

function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === '-' || isDigit(character)) {
      const end = endOfNumber(text, at);
      if (isLongInteger(text, at, end)) {
        parts.push(text.slice(copied, at), QUOTE, text.slice(at, end), QUOTE);
        copied = end;
      }
      at = end - 1;
    }
  }
  return parts.join('') + text.slice(copied);
}

/** Returns the place of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && /[0-9.eE+-]/.test(text[at] as string)) at += 1;
  return at;
}

function isLongInteger(text: string, start: number, end: number): boolean {
  return end - start >= DIGITS && /^-?[1-9][0-9]{15,}$/.test(text.slice(start, end));
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9';
