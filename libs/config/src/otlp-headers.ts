export const OTLP_HEADERS_RULE = 'name=value, with commas between, values percent-encoded';

const PAIR = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/;

/** Headers as the OpenTelemetry specification writes them into one variable. @returns null when the text is none. */
export function readOtlpHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').map((pair) => PAIR.exec(pair));
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = pair ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
}
