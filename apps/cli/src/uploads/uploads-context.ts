import { RETRY_POLICY, type RetryPolicy, ServiceClient } from '#libs/backfill';
import type { Terminal } from '#libs/terminal';
import { type CommandEnvironment, findTarget, type TargetOptions } from '../import/target.js';

/** The surroundings of the `uploads` command. */
export interface UploadsContext extends CommandEnvironment {
  readonly terminal: Terminal;
  /** Retry settings. Default: `RETRY_POLICY`. */
  readonly patience?: RetryPolicy;
}

/** Finds the service and the key as an import does, and creates no tenant. @throws StoppedError when there is none */
export async function clientFor(options: TargetOptions, context: UploadsContext): Promise<ServiceClient> {
  const address = await findTarget({ ...options, creates: null }, context);
  return new ServiceClient(address, context.patience ?? RETRY_POLICY, (ms, status) =>
    context.terminal.line(`The service asked to wait ${Math.ceil(ms / 1000)} s (${status}).`),
  );
}
