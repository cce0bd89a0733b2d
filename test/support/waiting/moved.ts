/**
 * Writes a time of a row moved by an interval, for an UPDATE. Citus refuses plain addition there: how long a day is depends on the time
 * zone of the session.
 * @param by `- interval '1 day'`
 */
export const moved = (column: string, by: string): string => `(${column} AT TIME ZONE 'UTC' ${by}) AT TIME ZONE 'UTC'`;
