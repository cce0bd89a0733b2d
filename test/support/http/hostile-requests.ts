import { order } from '../shop/builders.js';
import { requestText } from './raw-http.js';

/** A hostile request, and the only answer that it may get. */
export interface HostileRequest {
  readonly name: string;
  readonly bytes: string;
  readonly status: number;
  readonly error: string;
  /** The header Allow, for a method that the path does not take. */
  readonly allow?: string;
}

const PREFIX = '/api/v1';

/** Every hostile request, sent with the key of a shop that may do as much as it likes. */
export function hostileRequests(apiKey: string): HostileRequest[] {
  const key = { 'X-API-Key': apiKey };
  return [
    ...hostileBodies(key),
    ...hostileEvents(key),
    ...hostileHeaders(key),
    ...hostileQueries(key),
    ...hostilePaths(key),
    ...wrongMethods(key),
    ...wrongKeys(),
    ...brokenHttp(key),
  ];
}

type Headers = Record<string, string>;

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);

const posted = (key: Headers, body: string, name = body): HostileRequest => ({
  name: `body ${short(name)}`,
  bytes: requestText('POST', `${PREFIX}/events`, { headers: key, body }),
  status: 400,
  error: 'validation_error',
});

function hostileBodies(key: Headers): HostileRequest[] {
  const event = JSON.stringify(order());
  const malformed = [
    '', ' ', '\n', '{', '}', '[', ']', '{]', '[}', '{"events"', '{"events":', '{"events":[', `{"events":[${event}`, `{"events":[${event},]}`,
    `{"events":[${event}]`, `{"events":[${event}]}}`, `{"events":[${event}]} x`, "{'events':[]}", '{events:[]}', '{"events":[],}', '// x', '/* */{}',
    'undefined', 'NaN', 'Infinity', '-', '+1', '01', '1.', '.5', '1e', '0x10', '"', '"\\x"', '"\\u12"', '"\n"', '\ufeff', 'True', 'nul', '<events/>',
    'events=1', '{"a":1}{"b":2}', '\u0000', '{"events":[\u0000]}', `${'['.repeat(60_000)}${']'.repeat(60_000)}`, '{"a":'.repeat(5000),
  ]; // prettier-ignore
  const misshapen = [
    'null', 'true', 'false', '0', '-1', '1e400', '""', '"events"', '[]', '[[]]', `[${event}]`, '{}', '{"events":null}', '{"events":{}}', '{"events":"x"}',
    '{"events":5}', '{"events":true}', '{"events":[]}', '{"event":[]}', '{"Events":[]}', '{"events":[],"backfill":true}', `{"events":[${event}],"backfill":"yes"}`,
    `{"events":[${event}],"backfill":1}`, `{"events":[${event}],"dry_run":true}`, '{"events":{"length":1,"0":{}}}', '{"__proto__":{"events":[]}}',
    '{"constructor":{"prototype":{"events":[{}]}}}', `{"events":[${Array.from({ length: 101 }, () => event).join(',')}]}`,
  ]; // prettier-ignore
  return [...[...malformed, ...misshapen].map((body) => posted(key, body)), ...hostileSignIns()];
}

/** Bodies that a DTO reads, without credentials. */
const hostileSignIns = (): HostileRequest[] =>
  ['{"constructor":1}', '{"a":{"prototype":{}}}', '[{"__proto__":1}]', `${'['.repeat(6000)}${']'.repeat(6000)}`].map((email) => ({
    name: `sign-in with the e-mail ${short(email)}`,
    bytes: requestText('POST', `${PREFIX}/auth/login`, { headers: {}, body: `{"email":${email},"password":"x"}` }),
    status: 400,
    error: 'validation_error',
  }));

/** JSON text, for values that JSON.stringify would repair. */
const FIELD_VALUES: Readonly<Record<string, readonly string[]>> = {
  event_id: ['null', '5', 'true', '{}', '[]', '""', '["x"]', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', `"${'x'.repeat(256)}"`],
  customer_id: ['null', '5', 'true', '{}', '[]', '""', '{"$ne":1}', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', `"${'x'.repeat(10_000)}"`],
  event_type: ['null', '5', 'true', '{}', '[]', '""', '"order"', '"ORDER_COMPLETED"', '"order_completed "', '"__proto__"', '"constructor"', '"toString"'],
  occurred_at: [
    'null', '5', '1700000000', 'true', '{}', '[]', '""', '"now"', '"2026"', '"2026-W10"', '"2026-02-30T00:00:00Z"', '"2026-13-01T00:00:00Z"', '"2026-01-01"',
    '"2026-01-01T00:00:00"', '"2026-01-01T25:00:00Z"', '"1999-12-31T23:59:59Z"', '"9999-01-01T00:00:00Z"', '"-000001-01-01T00:00:00Z"', '"infinity"', '"epoch"',
  ],
  value: ['"5"', '""', 'true', '{}', '[]', '[5]', '-1', '-0.01', '1e13', '1e400', '-1e400'],
  data: ['"x"', '5', 'true', '[]', `{"x":"${'x'.repeat(65_536)}"}`, `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`, '{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"\\u0000":1}'],
}; // prettier-ignore

/** One event, wrong in one field: refused whole, for nothing of the batch is good. */
function hostileEvents(key: Headers): HostileRequest[] {
  const wrongFields = Object.entries(FIELD_VALUES).flatMap(([field, values]) =>
    values.map((value) => {
      const rest = JSON.stringify({ ...order(), [field]: undefined });
      return posted(key, `{"events":[{"${field}":${value},${rest.slice(1)}]}`, `event with ${field} ${value}`);
    }),
  );
  const notEvents = ['null', '5', '"x"', 'true', '[]', '{}', '[{}]'].map((event) => posted(key, `{"events":[${event}]}`));
  return [...wrongFields, ...notEvents];
}

function hostileHeaders(key: Headers): HostileRequest[] {
  const withHeaders = (headers: Headers, status: number, error: string, body = '{}'): HostileRequest => ({
    name: `headers ${short(JSON.stringify(headers))}`,
    bytes: requestText('POST', `${PREFIX}/events`, { headers: { ...key, ...headers }, body }),
    status,
    error,
  });
  const types = ['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx', 'json', '*/*', '', 'application/json; charset=latin1', 'application/json; charset=utf-7']; // prettier-ignore
  return [
    ...types.map((type) => withHeaders({ 'Content-Type': type }, 415, 'unsupported_media_type')),
    ...['br2', 'zstd', 'compress', 'gzip, gzip', 'x'].map((encoding) => withHeaders({ 'Content-Encoding': encoding }, 415, 'unsupported_media_type')),
    ...['gzip', 'deflate'].map((encoding) => withHeaders({ 'Content-Encoding': encoding }, 400, 'validation_error')),
    ...[8_388_609, 99_999_999, 9_007_199_254_740_991].map((length) =>
      withHeaders({ 'Content-Length': String(length) }, 413, 'payload_too_large'),
    ),
  ]; // prettier-ignore
}

function hostileQueries(key: Headers): HostileRequest[] {
  const queries = [
    'limit=0', 'limit=-1', 'limit=201', 'limit=1.5', 'limit=', 'limit=ten', 'limit=1e2', 'limit=0x10', 'limit=NaN', 'limit[]=5', 'limit[a]=5', 'limit[constructor]=1', 'limit=5&limit=6',
    'limit=99999999999999999999', 'limit=%00', 'limit=5;DROP%20TABLE%20customers', 'cursor=-1', 'cursor=0', 'cursor=x', 'cursor=', 'cursor[a]=b', 'cursor=%00', 'cursor=e30',
    'cursor=bnVsbA', `cursor=${'A'.repeat(4000)}`, 'min_score=-0.1', 'min_score=1.1', 'min_score=x', 'min_score=', 'min_score=Infinity', 'max_score=-1', 'max_score=2',
    'max_score=NaN', 'min_score=0.9&max_score=0.1', 'churn_label=unknown', 'churn_label=', 'churn_label=HIGH', 'churn_label=high,', 'churn_label[a]=high', 'churn_label=%ED%A0%80',
    'sort=name', 'sort=', 'sort=churn_score_desc;--', 'sort[]=a&sort[]=b', 'page=2', '__proto__[x]=1&page=1', 'tenant_id=0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b',
  ]; // prettier-ignore
  return queries.map((query) => ({
    name: `query ${short(query)}`,
    bytes: requestText('GET', `${PREFIX}/customers?${query}`, { headers: key }),
    status: 422,
    error: 'validation_error',
  }));
}

function hostilePaths(key: Headers): HostileRequest[] {
  const got = (path: string, status: number, error: string): HostileRequest => ({
    name: `path ${short(path)}`,
    bytes: requestText('GET', path, { headers: key }),
    status,
    error,
  });
  const undecodable = ['%', '%2', '%zz', '%ff', '%E0%A4%A', '%C0%AF', '%ED%A0%80', 'a%'];
  const strangers = [
    '%00',
    'a%00b',
    'x'.repeat(256),
    'nobody',
    '%27%20OR%201=1--',
    '%F0%9F%92%A9',
    '..%2f..%2fetc%2fpasswd',
    '%24%7B7*7%7D',
    '__proto__',
    '%3Cscript%3E',
  ];
  const nowhere = [
    '/api', '/api/v2/customers', PREFIX, `${PREFIX}/`, `${PREFIX}/nowhere`, `${PREFIX}/events/1`, `${PREFIX}//events`, `${PREFIX}/customers/a/b/c`, '/events', '/customers',
    '/.env', '/.git/config', '/wp-login.php', '/admin', '/favicon.ico', '/robots.txt', '/metrics', `${PREFIX}/../../etc/passwd`, '//evil.example/x', `${PREFIX}/docs/../../package.json`,
    `/${'a'.repeat(8000)}`,
  ]; // prettier-ignore
  return [
    ...undecodable.map((id) => got(`${PREFIX}/customers/${id}/churn`, 422, 'validation_error')),
    ...strangers.map((id) => got(`${PREFIX}/customers/${id}/churn`, 404, 'not_found')),
    ...nowhere.map((path) => got(path, 404, 'not_found')),
  ];
}

function wrongMethods(key: Headers): HostileRequest[] {
  const taken: Readonly<Record<string, string>> = {
    '/events': 'GET, HEAD, POST',
    '/events/types': 'GET, HEAD',
    '/customers': 'GET, HEAD',
    '/customers/c-1/churn': 'GET, HEAD',
    '/health': 'GET, HEAD',
    '/plans': 'GET, HEAD',
  };
  return Object.entries(taken).flatMap(([path, allow]) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']
      .filter((method) => !allow.includes(method))
      .map((method) => ({
        name: `${method} ${path}`,
        bytes: requestText(method, `${PREFIX}${path}`, { headers: key }),
        status: 405,
        error: 'method_not_allowed',
        allow,
      })),
  );
}

const withoutKey = (name: string, headers: Headers): HostileRequest => ({
  name: `key ${short(name)}`,
  bytes: requestText('POST', `${PREFIX}/events`, { headers, body: JSON.stringify({ events: [order()] }) }),
  status: 401,
  error: 'unauthorized',
});

function wrongKeys(): HostileRequest[] {
  const keys = ['', ' ', 'x', 'ck_live_', 'null', 'undefined', '[object Object]', "' OR '1'='1", '*', '%00', 'ck_live_é', `ck_live_${'0'.repeat(43)}`, 'x'.repeat(257), 'x'.repeat(8000)]; // prettier-ignore
  return [
    ...keys.map((key) => withoutKey(key, { 'X-API-Key': key })),
    withoutKey('none', {}),
    withoutKey('in another header', { Authorization: 'Bearer ck_live_x' }),
  ];
}

const broken = (name: string, bytes: string, status = 400): HostileRequest => ({
  name: `HTTP ${name}`,
  bytes,
  status,
  error: 'validation_error',
});

/** Bytes that Node refuses before there is a request. */
function brokenHttp(key: Headers): HostileRequest[] {
  const fields = Object.entries({ ...key, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`).join(''); // prettier-ignore
  const post = `POST ${PREFIX}/events HTTP/1.1\r\nHost: x\r\n${fields}Content-Type: application/json\r\n`;
  return [
    broken('that is not HTTP', 'hello\r\n\r\n'),
    broken('that is TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'),
    broken('of an unknown method', `BREW ${PREFIX}/plans HTTP/1.1\r\nHost: x\r\n\r\n`),
    broken('of another version', `GET ${PREFIX}/plans HTTP/9.9\r\nHost: x\r\n\r\n`),
    broken('without a version', `GET ${PREFIX}/plans FTP\r\n\r\n`),
    broken('without Host', `GET ${PREFIX}/plans HTTP/1.1\r\nConnection: close\r\n\r\n`),
    broken('with a space in a header name', `GET ${PREFIX}/plans HTTP/1.1\r\nHost : x\r\n\r\n`),
    broken('with a header without a colon', `GET ${PREFIX}/plans HTTP/1.1\r\nHost x\r\n\r\n`),
    broken('with NUL in a header', `GET ${PREFIX}/plans HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\u0000b\r\n\r\n`),
    broken('with two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
    broken('with a length and chunks', `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    broken('with a negative length', `${post}Content-Length: -1\r\n\r\n{}`),
    broken('with a length that is not a number', `${post}Content-Length: 2x\r\n\r\n{}`),
    broken('with a chunk size that is not a number', `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n`),
    broken('with a path that is too long', requestText('GET', `/${'a'.repeat(20_000)}`), 431),
    broken('with a header that is too long', requestText('GET', `${PREFIX}/plans`, { headers: { 'X-Long': 'a'.repeat(20_000) } }), 431),
    broken('with too many headers', requestText('GET', `${PREFIX}/plans`, { headers: Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`x-${i}`, 'aaaaaaaa'])) }), 431), // prettier-ignore
  ];
}
