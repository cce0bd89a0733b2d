import { AppError, busy, unavailable } from '#libs/core';

/** Serialization failure and deadlock: the same transaction may succeed at the next try (Postgres manual, appendix A). */
const RETRYABLE = new Set(['40001', '40P01']);

/** Classes and codes that say something of the server's state and nothing of the statement: connection, resources, shutdown, time-out, I/O. */
const SERVER_STATE = /^(08|53|57|58|25006|25P03|25P04|40|55P03)/;

/** The messages of pg and its pool, which have no code, when the socket broke or no connection came free in time. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

/** Connections have run out, or a statement has taken too long: the server answers, and more is asked of it than it can do. */
const OVERLOAD = new Set(['53300', '57014']);

/** The message of the pool when all its connections were in use for too long. An unreachable server has another message. */
const ALL_IN_USE = 'timeout exceeded when trying to connect';

const sqlStateOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : undefined;
};

export const isRetryable = (error: unknown): boolean => RETRYABLE.has(sqlStateOf(error) ?? '');

/**
 * Turns the error of an unreachable database into `service_unavailable`. The caller must not conclude from it that a write did or did not
 * happen. Errors of the statement itself are bugs of ours and pass unchanged.
 */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlStateOf(error);
  const isOfServer = state === undefined ? isConnectionLoss(error) : SERVER_STATE.test(state);
  if (!isOfServer) return error;
  const isOverload = state === undefined ? error instanceof Error && error.message === ALL_IN_USE : OVERLOAD.has(state);
  return Object.assign(isOverload ? busy('the database') : unavailable('the database'), { cause: error });
}

/** The server has cancelled a statement that took too long (Postgres manual, appendix A). */
const QUERY_CANCELED = '57014';

/** Returns whether a transaction was given up because a statement took too long. */
export const isTooSlow = (error: unknown): boolean => error instanceof AppError && sqlStateOf(error.cause) === QUERY_CANCELED;

/** Returns whether the whole database is unavailable, so that a smaller or another statement would fail too. */
export const isOutage = (error: unknown): boolean => error instanceof AppError && error.code === 'service_unavailable' && !isTooSlow(error);

/** A lock was not free within `lock_timeout` (Postgres manual, appendix A). */
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns whether a transaction was given up because a lock was not free within the limit that it had set. */
export const isLockTimeout = (error: unknown): boolean => error instanceof AppError && sqlStateOf(error.cause) === LOCK_NOT_AVAILABLE;

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && /^(E(?!RR_)[A-Z_]+|ERR_STREAM_DESTROYED)$/.test(error.code)) return true;
  return CONNECTION_LOST.test(error.message);
}
