import { AppError, unavailable } from '#libs/core';
import { DatabaseError } from 'pg';
import { isRetryable, toUnavailable } from './database-errors.js';

/** An error as the server sends it (Postgres manual, appendix A). */
const fromServer = (sqlState: string): DatabaseError =>
  Object.assign(new DatabaseError('from the server', 0, 'error'), { severity: 'ERROR', code: sqlState });

const fromSystem = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

describe('an unavailable database', () => {
  it.each([
    ['connection failure', '08006'],
    ['serialization failure, too often', '40001'],
    ['deadlock, too often', '40P01'],
    ['disk full', '53100'],
    ['out of memory', '53200'],
    ['too many connections', '53300'],
    ['lock not available', '55P03'],
    ['query cancelled by a time-out', '57014'],
    ['admin shutdown', '57P01'],
    ['crash shutdown', '57P02'],
    ['cannot connect now', '57P03'],
    ['I/O error', '58030'],
    ['idle in transaction time-out', '25P03'],
    ['transaction time-out', '25P04'],
  ])('is recognised by %s (%s)', (_what, sqlState) => {
    expect(toUnavailable(fromServer(sqlState))).toMatchObject({ code: 'service_unavailable' });
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'ENOENT'])(
    'is recognised by the system error %s',
    (code) => {
      expect(toUnavailable(fromSystem(code))).toMatchObject({ code: 'service_unavailable' });
    },
  );

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
  ])('is recognised by the driver message "%s"', (message) => {
    expect(toUnavailable(new Error(message))).toMatchObject({ code: 'service_unavailable' });
  });

  it("is reported to the caller without the server's message, which is kept as the cause", () => {
    const cause = fromServer('57P01');
    const error = toUnavailable(cause) as AppError;
    expect(error).toBeInstanceOf(AppError);
    expect(error.message).toBe('the database is not available, try again');
    expect(error.cause).toBe(cause);
  });

  it.each([
    ['all our connections are in use', new Error('timeout exceeded when trying to connect')],
    ['all connections of the server are', fromServer('53300')],
    ['the statement has taken too long', fromServer('57014')],
  ])('is reported as busy when %s', (_why, cause) => {
    expect(toUnavailable(cause)).toMatchObject({ code: 'service_unavailable', message: 'the database is busy, try again', cause });
  });
});

describe('a programming error', () => {
  it.each([
    ['unique violation', '23505'],
    ['foreign key violation', '23503'],
    ['syntax error', '42601'],
    ['insufficient privilege', '42501'],
    ['numeric value out of range', '22003'],
    ['character not in repertoire', '22021'],
    ['untranslatable character', '22P05'],
    ['statement too complex', '54001'],
  ])('is not reported as an outage: %s (%s)', (_what, sqlState) => {
    const error = fromServer(sqlState);
    expect(toUnavailable(error)).toBe(error);
  });

  it.each([[new TypeError('x is not a function')], ['text'], [null], [undefined], [{ code: 5 }]])('passes unchanged: %p', (error) => {
    expect(toUnavailable(error)).toBe(error);
  });

  it('passes unchanged when it already is an API error', () => {
    const error = unavailable('the queue');
    expect(toUnavailable(error)).toBe(error);
  });
});

describe('a transaction', () => {
  it.each(['40001', '40P01'])('can be retried after %s', (sqlState) => {
    expect(isRetryable(fromServer(sqlState))).toBe(true);
  });

  it.each(['23505', '57014', '53300', '40003'])('is not retried after %s', (sqlState) => {
    expect(isRetryable(fromServer(sqlState))).toBe(false);
  });

  it.each([[fromSystem('ECONNRESET')], [new Error('Connection terminated')], [null], [{ code: '40001' }]])(
    'is not retried when it may have been committed: %p',
    (error) => {
      expect(isRetryable(error)).toBe(false);
    },
  );
});
