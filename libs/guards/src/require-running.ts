import { AppError } from '#libs/core';

const MESSAGE =
  'the operator of the service has suspended this tenant: reading works, events and changes are refused until the operator resumes it';

/** Checks the tenant of a caller that sends or changes something. @throws AppError `tenant_suspended` */
export function requireRunning({ isSuspended = false }: { readonly isSuspended?: boolean }): void {
  if (isSuspended) throw new AppError('tenant_suspended', MESSAGE);
}
