import { AsyncLocalStorage } from 'node:async_hooks';
import { traceparentOf } from './tracing.js';

/** Log fields: ids, counts and durations. Never bodies, keys, secrets or e-mail addresses. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

const current = new AsyncLocalStorage<LogFields>();

/** Returns the fields that every log line of the current work carries. */
export const sharedLogFields = (): LogFields => current.getStore() ?? {};

/** Runs `work` and adds `fields` to every line it logs. For jobs; requests add their id themselves, which is cheaper. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T => current.run({ ...sharedLogFields(), ...fields }, work);

/** Returns the request and trace behind the current work, to pass on to the jobs it causes. */
export function currentOrigin(): { readonly requestId?: string | undefined; readonly traceparent?: string | undefined } {
  const { requestId } = sharedLogFields();
  return { requestId: typeof requestId === 'string' ? requestId : undefined, traceparent: traceparentOf() };
}
