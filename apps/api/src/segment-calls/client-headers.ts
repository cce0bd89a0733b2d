import type { NextFunction, Request, Response } from 'express';

const BASIC = /^basic +([\w+/=-]+)$/i;

/**
 * Turns the headers of Segment's clients into ours. The key is the user name of basic authentication, without a password, and the guard of API
 * keys reads it from `X-API-Key`. RudderStack's client names a form as the type of a compressed body, so every body is read as JSON.
 */
export function readClientHeaders({ headers }: Request, _response: Response, next: NextFunction): void {
  const [, encoded] = BASIC.exec(headers.authorization ?? '') ?? [];
  if (encoded !== undefined && headers['x-api-key'] === undefined) {
    const [user = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1);
    headers['x-api-key'] = user;
  }
  headers['content-type'] = 'application/json';
  next();
}
