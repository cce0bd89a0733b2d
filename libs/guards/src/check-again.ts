import type { IncomingMessage } from 'node:http';

const checks = new WeakMap<IncomingMessage, () => Promise<void>>();

/**
 * Plans a check of the caller for the moment when the body has been read. A caller can hold a body back for as long as the deadline of
 * bodies, and may lose key, session or role in that time.
 *
 * @param check throws the error that the guard throws
 */
export function planCheckAgain(request: IncomingMessage, check: () => Promise<void>): void {
  checks.set(request, check);
}

/** Checks the caller of a request again, as its guard has planned. @throws AppError like the guard */
export async function checkAgain(request: IncomingMessage): Promise<void> {
  await checks.get(request)?.();
}
