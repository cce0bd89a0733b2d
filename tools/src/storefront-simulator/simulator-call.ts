import type { IncomingHttpHeaders } from 'node:http';

/** A request to the simulated platform. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly json: Record<string, unknown>;
  /** The body as it came. */
  readonly text: string;
}

/** What it answers: JSON, a page, or a redirect. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly page?: string;
}

export const redirect = (to: string): Answer => ({ status: 302, headers: { Location: to } });
