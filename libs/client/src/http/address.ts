/**
 * @param text the base address, which ends with `/api/v1`. @returns the address without a slash at its end.
 * @throws TypeError when requests cannot be sent to the address.
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(`baseUrl is "${text}": it must be an http or https address that ends with /api/v1`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must hold no user, password, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * @throws TypeError when the key is not a valid header value. The message does not contain the key, because it may reach a log.
 */
export function readApiKey(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError('apiKey is empty or holds characters that no key has; it begins with ck_live_');
}

/** Values of a query. `undefined` is left out; a list repeats its name. */
export type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;

/**
 * Fills the parameters of a path, such as `/customers/{external_id}`, and adds the query.
 * @throws TypeError for a value that a path cannot contain.
 */
export function fillPath(template: string, values: Readonly<Record<string, string>> = {}, query: Query = {}): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(name, values[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

function segmentOf(name: string, value: string | undefined): string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${name} is ${JSON.stringify(value)}: it must be a string of 1 or more characters`);
  // Every URL parser removes `.` and `..` from a path, percent-encoded or not (WHATWG URL, "path state").
  if (value === '.' || value === '..') throw new TypeError(`${name} is "${value}": an address cannot carry that`);
  if (!value.isWellFormed()) throw new TypeError(`${name} is not well-formed Unicode: an address cannot carry that`);
  // `/customers/export` is an operation of the API. Escaping a letter makes the service read it as an identifier.
  return value === 'export' ? '%65xport' : encodeURIComponent(value);
}
