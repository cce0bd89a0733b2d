import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AuditOrigin } from '#libs/tenants';
import { type Caller, isPerson, leastRoleOf, requireAccount } from '#libs/guards';

/**
 * Injects the actor that the audit log names for the changes of a request. The route needs a guard. The transaction that records a person's
 * change also checks the person: session and role may have ended while it waited for a lock.
 */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): AuditOrigin => {
  const { user, ip } = context.switchToHttp().getRequest<Request & { user: Caller }>();
  if (!isPerson(user)) return { actor: { kind: 'api_key' }, address: ip };
  const least = leastRoleOf(context);
  return {
    actor: { kind: 'user', userId: user.userId },
    address: ip,
    requireActor: (db, now) => requireAccount(db, user, least, now),
  };
});
