/** Headers as a web server has them: `Headers`, or an object of names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads a header. @param name in lower case.
 * @returns null when the header is absent. Joins repeated values with commas, as HTTP does, so that no signature
 * with the expected format is found in them.
 */
export function headerIn(headers: WebhookHeaders, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const values = Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? [value].flat() : [],
  );
  return values.length === 0 ? null : values.join(', ');
}

/** Checks the shape and not the class, because a framework may have its own `Headers`. */
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers['get'] === 'function';
