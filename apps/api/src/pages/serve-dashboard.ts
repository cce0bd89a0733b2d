import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import { AppError } from '#libs/core';

/** Vite names these files by their content. */
const NAMED_BY_CONTENT = '/assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/**
 * Serves the pages of the dashboard: its files as they are, and for every other address that a browser opens the one page, which knows
 * what to show there. Whoever asks for something else than a page gets the JSON of all unknown paths.
 * @param folder as built. Without it everything else works, and a browser is told what is missing.
 * @param apiPrefix below which nothing is a page, with a slash before it.
 */
export function serveDashboard(folder: string, apiPrefix: string): RequestHandler {
  const index = join(folder, 'index.html');
  const page = existsSync(index) ? readFileSync(index) : null;
  const files = page === null ? null : sirv(folder, { gzip: true, brotli: true, etag: true, extensions: [], setHeaders: tellCaches });
  return (request: Request, response: Response, next: NextFunction): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || `${request.path.toLowerCase()}/`.startsWith(`${apiPrefix}/`)) return next();
    const openPage = (): void => {
      if (!opensPage(request)) return next();
      if (page === null) return next(notBuilt());
      // Names the files of this build: whoever keeps it would ask for those of one that is gone.
      response.setHeader('Cache-Control', 'no-cache');
      response.type('html').send(page);
    };
    if (files === null || request.path === '/index.html') openPage();
    else files(request, response, openPage);
  };
}

function tellCaches(response: { setHeader(name: string, value: string): unknown }, pathname: string): void {
  response.setHeader('Cache-Control', pathname.startsWith(NAMED_BY_CONTENT) ? FOR_EVER : HOUR);
}

/** Programs ask for anything or for JSON; a browser that goes to an address names HTML. */
const opensPage = ({ headers, path }: Request): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '') && !path.startsWith(NAMED_BY_CONTENT);

const notBuilt = (): AppError =>
  new AppError('not_found', 'the dashboard has not been built here: "npm run build" does that; the API works without it');
