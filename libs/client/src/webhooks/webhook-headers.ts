/** Headers as a web server has them: `Headers`, or an object of names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * @param name in lower case.
 * @returns null when the header is absent; all its values, joined by commas as HTTP does, when it came several times, so that no signature
 * of the form expected is found in it.
 */
export function headerIn(headers: WebhookHeaders, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const values = Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? [value].flat() : [],
  );
  return values.length === 0 ? null : values.join(', ');
}

/** Not by class: a framework may bring a `Headers` of its own. */
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers['get'] === 'function';
