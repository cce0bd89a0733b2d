import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError, Clock, forbidden } from '#libs/core';
import { ApiKeyGuard } from '../api-key.guard.js';
import { ACCOUNT_BODY, LARGE_BODY, setBodyPlan } from '../body-plan.js';
import { planCheckAgain } from '../check-again.js';
import { isOpenToKeys } from '../key-scope.js';
import { requireRunning } from '../require-running.js';
import { type LimitedResponse, RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { type AccountCaller, FRESH_PROOF, isForViewers, leastRoleOf, requireFreshProof, VERIFIED_ONLY } from './account.js';
import { AccountSettings } from './account-settings.js';
import { endedSession, requireRole } from './find-account.sql.js';
import { comesByCookie, JwtStrategy } from './jwt.strategy.js';
import { requireAllowedOrigin, SAFE_METHODS } from './require-allowed-origin.js';

const reflector = new Reflector();

/**
 * Admits signed-in callers that have requests left. All others count by IP address. When a browser changes something with a cookie,
 * the request must come from an allowed page. A handler with `@AlsoForScope()` is open to API keys too. `@AtLeast()` says which role is needed,
 * `@VerifiedOnly()` what needs a verified e-mail address, and `@FreshProof()` what needs the password again.
 */
@Injectable()
export class JwtGuard extends AuthGuard('jwt') {
  constructor(
    private readonly rateLimit: RateLimitGuard,
    private readonly settings: AccountSettings,
    private readonly strategy: JwtStrategy,
    private readonly clock: Clock,
    private readonly keyGuard: ApiKeyGuard,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { user: AccountCaller }>();
    if (isOpenToKeys(context) && showsOnlyKey(request)) {
      await this.keyGuard.canActivate(context);
      this.planBody(context, request);
      return true;
    }
    const signed = this.strategy.signedIn(request);
    if (signed !== null) await this.rateLimit.refuseUsedUp(signed.tenantId, context.switchToHttp().getResponse<LimitedResponse>());
    try {
      await super.canActivate(context);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unauthorized') throw error;
      await this.rateLimit.canActivate(context);
      throw showsOnlyKey(request) && (await this.keyGuard.hasValidKey(request)) ? notForKeys() : error;
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
    this.planBody(context, request);
    return true;
  }

  private planBody(context: ExecutionContext, request: IncomingMessage): void {
    if (reflector.get<true | undefined>(LARGE_BODY, context.getHandler()) !== true) setBodyPlan(request, ACCOUNT_BODY);
  }

  private requireRights(context: ExecutionContext, request: IncomingMessage & { readonly user: AccountCaller }): void {
    requireRole(request.user.role, leastRoleOf(context));
    if (!SAFE_METHODS.has(request.method ?? 'GET') && !isForViewers(context)) requireRunning(request.user);
    const isForVerified = reflector.get<true | undefined>(VERIFIED_ONLY, context.getHandler());
    if (isForVerified === true && !request.user.isVerified) throw notVerified();
    const needsProof = reflector.getAllAndOverride<true | undefined>(FRESH_PROOF, [context.getHandler(), context.getClass()]);
    if (needsProof === true) requireFreshProof(request.user, this.clock.now());
  }

  override handleRequest<User>(error: unknown, caller: User | false): User {
    // A database error says nothing about the token.
    if (error instanceof AppError) throw error;
    if (error instanceof Error && !caller) throw error;
    if (!caller) throw endedSession();
    return caller;
  }
}

const showsOnlyKey = ({ headers }: IncomingMessage): boolean => headers['x-api-key'] !== undefined && headers.authorization === undefined;

const notForKeys = (): AppError =>
  forbidden(
    'an API key cannot do this, whatever its scope: it needs a person; send the access token of POST /auth/login as Authorization: Bearer <token>',
  );

const notVerified = (): AppError =>
  new AppError('email_not_verified', 'your e-mail address is not verified yet: open the link in our mail, or ask for another one');
