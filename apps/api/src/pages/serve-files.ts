import type { Readable } from 'node:stream';
import type { RequestHandler, Response } from 'express';
import sirv, { type Options } from 'sirv';

/**
 * Serves the files of a folder, or their compressed versions from the same folder. It looks for each file on request: an upgrade in place may have
 * replaced them since the process started.
 */
export function serveFiles(folder: string, options: Pick<Options, 'extensions' | 'setHeaders'>): RequestHandler {
  const serve = sirv(folder, { dev: true, gzip: true, brotli: true, etag: true, ...options });
  return (request, response, next) => {
    // Such files are notes of the build. sirv leaves them out only where it lists the files once.
    if (/\/\.(?!well-known\/)/.test(decoded(request.path))) return next();
    surviveUnreadable(response);
    serve(request, response, next);
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A file may disappear between the lookup and the read. Without this listener, its error would end the process. */
function surviveUnreadable(response: Response): void {
  response.once('pipe', (file: Readable) => void file.once('error', (error) => void response.destroy(error)));
}
