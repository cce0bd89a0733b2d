import type { NextFunction, Request, Response } from 'express';

/** The parts of an Express router layer that we read. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** @returns the methods with a handler for the path, as in the header `Allow`; empty for an unknown path. */
export function knownMethods(request: Request): readonly string[] {
  const { stack } = request.app.router as unknown as { stack: readonly Layer[] };
  // Below a mounted handler, `path` is only the rest of the path.
  const path = request.baseUrl + request.path;
  const methods = new Set(
    stack
      .filter((layer) => matches(layer, path))
      .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase())),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].toSorted();
}

/** Answers OPTIONS with the methods of a path. Otherwise OPTIONS would count as a method that the path does not have. */
export function answerOptions(request: Request, response: Response, next: NextFunction): void {
  const methods = request.method === 'OPTIONS' ? knownMethods(request) : [];
  if (methods.length === 0) next();
  else
    response
      .setHeader('Allow', [...methods, 'OPTIONS'].join(', '))
      .status(204)
      .end();
}

/** Other layers are middleware, which matches any path. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.route !== undefined && layer.match(path);
  } catch {
    // The path cannot be decoded, so no route has it.
    return false;
  }
}
