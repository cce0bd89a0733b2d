/** The path that every operation of the API begins with. */
export const PREFIX = 'api/v1';
