import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '#libs/core';
import { serveFiles } from './serve-files.js';

/** Vite puts a hash of the content into these file names. */
const NAMED_BY_CONTENT = '/assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** First parts of the paths that the router of the dashboard knows. A test compares them with the router. */
export const PAGES: ReadonlySet<string> = new Set([
  '',
  'accept-invitation',
  'backtest',
  'billing',
  'campaigns',
  'customers',
  'destinations',
  'developers',
  'forgot-password',
  'integrations',
  'login',
  'products',
  'register',
  'reset-password',
  'security',
  'settings',
  'stop-weekly-mail',
  'team',
  'unlock-two-factor',
  'verify-email',
  'webhooks',
]);

/**
 * Serves the dashboard: its files, and the single page for every other address that a browser opens. The page itself decides
 * what to show. Clients that do not ask for a page get the JSON answer of unknown paths.
 * @param folder the built dashboard. Without it everything else works, and a browser sees what is missing.
 * @param apiPrefix the prefix of the API, with a leading slash. No path below it is a page.
 */
export function serveDashboard(folder: string, apiPrefix: string): RequestHandler {
  const index = join(folder, 'index.html');
  const page = existsSync(index) ? readFileSync(index) : null;
  const files = page === null ? null : serveFiles(folder, { extensions: [], setHeaders: setCacheControl });
  return (request: Request, response: Response, next: NextFunction): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || `${request.path.toLowerCase()}/`.startsWith(`${apiPrefix}/`)) return next();
    const openPage = (): void => {
      if (!opensPage(request, request.accepts(['html', 'json']))) return next();
      if (page === null) return next(notBuilt());
      // The page names the files of this build. A cached copy would ask for files of an old build.
      response.setHeader('Cache-Control', 'no-cache');
      response.type('html').send(page);
    };
    if (files === null || request.path === '/index.html') openPage();
    else files(request, response, openPage);
  };
}

function setCacheControl(response: { setHeader(name: string, value: string): unknown }, pathname: string): void {
  response.setHeader('Cache-Control', pathname.startsWith(NAMED_BY_CONTENT) ? FOR_EVER : HOUR);
}

/**
 * A browser accepts HTML by name, and the page says so itself when there is nothing at the address. Programs that accept anything, such as
 * monitors and previews of links, get the page where there is one. A program with a credential has left out the prefix of the API.
 */
function opensPage({ headers, path }: Request, preferred: string | false): boolean {
  if (path.startsWith(NAMED_BY_CONTENT)) return false;
  if (/\btext\/html\b/i.test(headers.accept ?? '')) return true;
  const hasCredential = headers['x-api-key'] !== undefined || headers.authorization !== undefined;
  return preferred === 'html' && !hasCredential && PAGES.has(path.split('/', 2)[1] ?? '');
}

const notBuilt = (): AppError =>
  new AppError('not_found', 'the dashboard has not been built here: "npm run build" does that; the API works without it');
