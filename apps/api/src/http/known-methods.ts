import type { NextFunction, Request, Response } from 'express';

/** What this reads of the layers of Express' router. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** @returns the methods that the path has handlers for, as `Allow` names them; empty when there is no such path. */
export function knownMethods(request: Request): readonly string[] {
  const { stack } = request.app.router as unknown as { stack: readonly Layer[] };
  // Below a mounted handler `path` is only the rest of it.
  const path = request.baseUrl + request.path;
  const methods = new Set(
    stack
      .filter((layer) => matches(layer, path))
      .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase())),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}

/** Tells what a path takes. Without it OPTIONS would be answered as a method that the path does not have. */
export function answerOptions(request: Request, response: Response, next: NextFunction): void {
  const methods = request.method === 'OPTIONS' ? knownMethods(request) : [];
  if (methods.length === 0) next();
  else
    response
      .setHeader('Allow', [...methods, 'OPTIONS'].join(', '))
      .status(204)
      .end();
}

/** Other layers are middleware, which takes any path. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.route !== undefined && layer.match(path);
  } catch {
    // Not decodable, so no route's.
    return false;
  }
}
