import type { IncomingHttpHeaders } from 'node:http';
import type { SimulatedShop } from './simulated-shop.js';

/** A request to the simulated platform. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly json: Record<string, unknown>;
  /** The raw body. */
  readonly text: string;
}

/** An answer: JSON, a page, or a redirect. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly page?: string;
}

export const redirect = (to: string): Answer => ({ status: 302, headers: { Location: to } });

/** A GraphQL API of the platform. It replaces the REST API. */
export interface GraphqlEndpoint {
  /** Returns the name of a call. */
  nameOf(call: Call): string;
  /** @param beforePage awaited before a page of orders is read. */
  answer(shop: SimulatedShop, call: Call, beforePage: () => Promise<void>): Promise<Answer>;
}
