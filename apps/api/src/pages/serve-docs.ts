import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '#libs/core';
import { serveFiles } from './serve-files.js';

/** These change rarely, and a page does not depend on their version. */
const PICTURE_OR_FONT = /\.(png|svg|woff2)$/;
const HOUR = 'public, max-age=3600';
/** Browsers keep the file and ask whether it has changed. Pages, their script and their search fit together then. */
const ASK_FIRST = 'no-cache';

/**
 * Serves the documentation. It is mounted at its address, so paths are those below it.
 * @param folder the built site (apps/docs). Without it, everything else works.
 */
export function serveDocs(folder: string): RequestHandler {
  const notFound = join(folder, '404.html');
  const page = existsSync(notFound) ? readFileSync(notFound) : null;
  const files = page === null ? null : serveFiles(folder, { extensions: ['html'], setHeaders: setCacheControl });
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (files === null) return next(new AppError('not_found', 'the documentation has not been built here: "npm run build" does that'));
    files(request, response, () => {
      if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return next();
      response.status(404).setHeader('Cache-Control', ASK_FIRST);
      response.type('html').send(page);
    });
  };
}

function setCacheControl(response: { setHeader(name: string, value: string): unknown }, pathname: string): void {
  response.setHeader('Cache-Control', PICTURE_OR_FONT.test(pathname) ? HOUR : ASK_FIRST);
}
