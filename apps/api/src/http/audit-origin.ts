import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { AuditOrigin } from '#libs/database';
import type { AccountCaller, Caller } from '#libs/guards';

/** Whom the audit log names for what the request brings about. Behind a guard. */
export const Origin = createParamDecorator((_: unknown, context: ExecutionContext): AuditOrigin => {
  const { user, ip } = context.switchToHttp().getRequest<Request & { user: Caller & Partial<Pick<AccountCaller, 'userId'>> }>();
  return { actor: user.userId === undefined ? { kind: 'api_key' } : { kind: 'user', userId: user.userId }, address: ip };
});
