/** Reasons why an attempt failed. The list is closed, so merchants' programs may rely on it. */
export const DELIVERY_ERRORS = [
  'timeout',
  'dns_error',
  'connection_refused',
  'connection_lost',
  'tls_error',
  'blocked_address',
  'http_4xx',
  'http_5xx',
  'redirect',
  'too_large',
] as const;

export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** @returns null for a status from 200 to 299 */
export function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return 'redirect';
  return status >= 400 && status <= 499 ? 'http_4xx' : 'http_5xx';
}

/** Error codes of OpenSSL and Node for certificates and handshakes. */
const TLS = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_|HOSTNAME_MISMATCH|CRL_|PATH_LENGTH)/;
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'EINVAL']);

/** @param error as the request emitted it. */
export function errorOfTransport(error: NodeJS.ErrnoException): DeliveryError {
  const code = error.code ?? '';
  if (code === 'EBLOCKED') return 'blocked_address';
  if (code === 'ENAME') return 'dns_error';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (TLS.test(code)) return 'tls_error';
  return UNREACHABLE.has(code) ? 'connection_refused' : 'connection_lost';
}
