import { pino, type Logger as Pino } from 'pino';
import { type LogFields, sharedLogFields } from './log-fields.js';
import { currentTraceId } from './tracing.js';

/** Logs events, not sentences: `log.info('customers.scored', { tenantId, scored, ms })`. */
export class Log {
  private readonly pino: Pino;

  constructor(service: string, level: string) {
    this.pino = pino({
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      // A new object each time: pino writes into it.
      mixin: () => ({ ...sharedLogFields(), ...currentTraceId() }),
      formatters: { level: (label) => ({ level: label }) },
    });
  }

  debug(event: string, fields: LogFields = {}): void {
    this.pino.debug(fields, event);
  }

  info(event: string, fields: LogFields = {}): void {
    this.pino.info(fields, event);
  }

  warn(event: string, fields: LogFields = {}): void {
    this.pino.warn(fields, event);
  }

  /** @param error its name, code, message and stack are logged; nothing else that may hang on it, such as query parameters. */
  error(event: string, error: unknown, fields: LogFields = {}): void {
    this.pino.error({ ...fields, error: describeError(error) }, event);
  }
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, stack: error.stack, ...(typeof code === 'string' && { code }) };
}
