import type { Log } from './logger.js';

/** Longer than any request or job slice, shorter than the grace period of common orchestrators. */
const LIMIT_MS = 9000;

/**
 * On SIGTERM or SIGINT runs `close` once and exits: 0 when it ended in time, else 1. A further signal changes nothing.
 * @param waitMs time that `close` waits before it starts to close anything
 */
export function closeOnSignal(log: Log, close: () => Promise<void>, waitMs = 0): void {
  let closing = false;
  const end = (): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => {
      log.error('shutdown.late', new Error(`not closed within ${LIMIT_MS + waitMs} ms`));
      void exitAfterLogs(log, 1);
    }, LIMIT_MS + waitMs).unref();
    close().then(
      () => exitAfterLogs(log, 0),
      (error: unknown) => {
        log.error('shutdown.failed', error);
        return exitAfterLogs(log, 1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

const exitAfterLogs = (log: Log, code: number): Promise<never> => log.written().then(() => process.exit(code));
