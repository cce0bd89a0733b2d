import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AuditOrigin } from '#libs/tenants';
import type { AccountCaller, Caller } from '#libs/guards';

/** Injects the actor that the audit log names for the changes of a request. The route needs a guard. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): AuditOrigin => {
  const { user, ip } = context.switchToHttp().getRequest<Request & { user: Caller & Partial<Pick<AccountCaller, 'userId'>> }>();
  return { actor: user.userId === undefined ? { kind: 'api_key' } : { kind: 'user', userId: user.userId }, address: ip };
});
