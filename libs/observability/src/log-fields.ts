import { AsyncLocalStorage } from 'node:async_hooks';
import { traceparentOf } from './tracing.js';

/** Log fields: ids, counts and durations. Never bodies, keys, secrets or e-mail addresses. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

const current = new AsyncLocalStorage<LogFields>();

/** What every line that is logged by the work at hand says besides its own fields. */
export const sharedLogFields = (): LogFields => current.getStore() ?? {};

/** Runs `work`; whatever it logs, however deep inside, carries `fields`. For jobs: a request says its id itself, which is cheaper. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T => current.run({ ...sharedLogFields(), ...fields }, work);

/** By whose doing the work at hand came about, for what it makes necessary in turn. */
export function currentOrigin(): { readonly requestId?: string | undefined; readonly traceparent?: string | undefined } {
  const { requestId } = sharedLogFields();
  return { requestId: typeof requestId === 'string' ? requestId : undefined, traceparent: traceparentOf() };
}
