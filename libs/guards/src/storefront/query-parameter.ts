/** Returns a parameter of the query in the URL of a request; the empty text when it is absent. */
export const parameterOf = (url: string | undefined, name: string): string =>
  new URLSearchParams((url ?? '').slice(`${url ?? ''}?`.indexOf('?') + 1)).get(name) ?? '';
