import { SECOND_MS } from '#libs/core';

const CONNECT_MS = 10 * SECOND_MS;
const SILENCE_MS = 20 * SECOND_MS;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The options of a connection to the mail server. */
export interface SmtpOptions {
  readonly url: string;
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
  readonly requireTLS?: true;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

/**
 * @param url smtp:// or smtps://, with user and password. The query may set other options of nodemailer.
 * @param needsTls refuses to send without TLS, except to a server on this machine, or when the URL says `requireTLS=false`.
 */
export function smtpOptions(url: string, needsTls: boolean): SmtpOptions {
  const { hostname, searchParams } = new URL(url);
  // An option here would win over the one in the URL.
  const requiresTls = needsTls && !LOOPBACK.test(hostname) && !searchParams.has('requireTLS');
  return {
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...(requiresTls && { requireTLS: true as const }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
