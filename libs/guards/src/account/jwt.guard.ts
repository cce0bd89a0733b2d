import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError, Clock, LIMITS, MINUTE_MS } from '#libs/core';
import { ACCOUNT_BODY, LARGE_BODY, setBodyPlan } from '../body-plan.js';
import { planCheckAgain } from '../check-again.js';
import { type LimitedResponse, RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { type AccountCaller, FRESH_PROOF, leastRoleOf, VERIFIED_ONLY } from './account.js';
import { AccountSettings } from './account-settings.js';
import { endedSession, requireRole } from './find-account.sql.js';
import { comesByCookie, JwtStrategy } from './jwt.strategy.js';
import { requireAllowedOrigin } from './require-allowed-origin.js';

/**
 * Admits signed-in callers that have requests left. All others count by IP address. When a browser changes something with a cookie,
 * the request must come from an allowed page. `@AtLeast()` says which role is needed,
 * `@VerifiedOnly()` what needs a verified e-mail address, and `@FreshProof()` what needs the password again.
 */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(
    private readonly rateLimit: RateLimitGuard,
    private readonly settings: AccountSettings,
    private readonly strategy: JwtStrategy,
    private readonly reflector: Reflector,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { user: AccountCaller }>();
    const signed = this.strategy.signedIn(request);
    if (signed !== null) await this.rateLimit.refuseUsedUp(signed.tenantId, context.switchToHttp().getResponse<LimitedResponse>());
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') await this.rateLimit.canActivate(context);
      throw error;
    }
    await this.rateLimit.canActivate(context);
    if (comesByCookie(request)) requireAllowedOrigin(request, this.settings.allowedOrigins);
    this.requireRights(context, request);
    planCheckAgain(request, async () => {
      const caller = await this.strategy.callerOf(request.user);
      if (caller === null) throw endedSession();
      request.user = caller;
      this.requireRights(context, request);
    });
    if (this.reflector.get<true | undefined>(LARGE_BODY, context.getHandler()) !== true) setBodyPlan(request, ACCOUNT_BODY);
    return true;
  }

  private requireRights(context: ExecutionContext, request: IncomingMessage & { readonly user: AccountCaller }): void {
    requireRole(request.user.role, leastRoleOf(context));
    const isForVerified = this.reflector.get<true | undefined>(VERIFIED_ONLY, context.getHandler());
    if (isForVerified === true && !request.user.isVerified) throw notVerified();
    const needsProof = this.reflector.getAllAndOverride<true | undefined>(FRESH_PROOF, [context.getHandler(), context.getClass()]);
    const provenFrom = this.clock.now().getTime() - LIMITS.freshProofMs;
    if (needsProof === true && request.user.provenAt.getTime() < provenFrom) throw noFreshProof();
  }

  override handleRequest<User>(error: unknown, caller: User | false): User {
    // A database error says nothing about the token.
    if (error instanceof AppError) throw error;
    if (error instanceof Error && !caller) throw error;
    if (!caller) throw endedSession();
    return caller;
  }
}

const notVerified = (): AppError =>
  new AppError('email_not_verified', 'your e-mail address is not verified yet: open the link in our mail, or ask for another one');

const PROOF_MINUTES = LIMITS.freshProofMs / MINUTE_MS;

function noFreshProof(): AppError {
  const message = `this needs your password, and the code of your second factor if it is on, within the last ${PROOF_MINUTES} minutes: send them to POST /auth/confirm, then try again`;
  return new AppError('forbidden', message, [{ field: 'session', code: 'fresh_proof_required', message }]);
}
