export const OTLP_HEADERS_RULE = 'name=value, separated by commas, values percent-encoded';

const PAIR = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/;

/** Reads headers in the format of the OpenTelemetry specification. @returns null for an invalid text. */
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
