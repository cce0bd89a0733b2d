/** Returns a parameter of the query of a request; empty when it is absent. */
export const parameterOf = (url: string | undefined, name: string): string =>
  new URLSearchParams((url ?? '').slice(`${url ?? ''}?`.indexOf('?') + 1)).get(name) ?? '';
