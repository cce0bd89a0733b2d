import { AppError } from '#libs/core';

const MESSAGE =
  'the people who run this service have suspended this tenant: reading works, events and changes are refused until they resume it';

/** Checks the tenant of a caller that sends or changes something. @throws AppError `tenant_suspended` */
export function requireRunning({ isSuspended = false }: { readonly isSuspended?: boolean }): void {
  if (isSuspended) throw new AppError('tenant_suspended', MESSAGE);
}
