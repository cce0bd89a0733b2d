import { pino, type Logger as Pino, type LoggerOptions } from 'pino';
import { type LogFields, sharedLogFields } from './log-fields.js';
import { currentTraceId } from './tracing.js';

const STDOUT = 1;
/** Lines are written this many bytes at a time, or after this time: a write for each line takes longer than to make the line. */
const TOGETHER = { minLength: 4096, periodicFlush: 50 };

/** Logs events, not sentences: `log.info('customers.scored', { tenantId, scored, ms })`. */
export class Log {
  private readonly pino: Pino;

  constructor(service: string, level: string) {
    const settings: LoggerOptions = {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      // A new object each time: pino writes into it.
      mixin: () => ({ ...sharedLogFields(), ...currentTraceId() }),
      formatters: { level: (label) => ({ level: label }) },
    };
    this.pino = pino(settings, pino.destination({ dest: STDOUT, sync: false, ...TOGETHER }));
  }

  /**
   * Resolves when every line is written, or the reader is gone. Call it before `process.exit`, which would otherwise retry the last lines
   * without end when the reader is gone.
   */
  written(): Promise<void> {
    return new Promise((resolve) => this.pino.flush(() => resolve()));
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

  /** @param error only its name, code, message and stack are logged, not other properties such as query parameters */
  error(event: string, error: unknown, fields: LogFields = {}): void {
    this.pino.error({ ...fields, error: describeError(error) }, event);
  }
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, stack: error.stack, ...(typeof code === 'string' && { code }) };
}
