import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Clock, isPlanId, peopleRequestsPerMinuteOf } from '#libs/core';
import { Database } from '#libs/database';
import { findPasswordPlace, isLiveSession } from '#libs/tenants';
import { LRUCache } from 'lru-cache';
import { Strategy } from 'passport-jwt';
import { AccessTokens, subjectOf, TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, type TokenSubject } from './access-tokens.js';
import type { AccountCaller } from './account.js';
import { AccountSettings } from './account-settings.js';
import { bearerOf } from './bearer.js';
import { AUTH_COOKIE, cookieOf } from './cookies.js';
import { type AccountRow, findAccount } from './find-account.sql.js';

const MOST_ENDED = 20_000;

const toText = ({ tenantId, userId, sessionId }: TokenSubject): string => `${tenantId} ${userId} ${sessionId}`;

/** A caller that sends `Authorization` means that token, so its cookie is ignored. */
export const comesByCookie = ({ headers }: IncomingMessage): boolean => headers.authorization === undefined;

const tokenOf = (request: IncomingMessage): string | null =>
  comesByCookie(request) ? cookieOf(request.headers.cookie, AUTH_COOKIE) : bearerOf(request);

/**
 * Accepts `Authorization: Bearer <access token>`, or the cookie `auth_token`. Every request reads the session, without a cache:
 * a logout, a new password or a removed member takes effect with the next request, in every process.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  /** Sessions that have ended. None comes back, so a token of one costs a transaction once. */
  private readonly ended = new LRUCache<string, true>({ max: MOST_ENDED });

  constructor(
    settings: AccountSettings,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokens: AccessTokens,
  ) {
    super({
      jwtFromRequest: tokenOf,
      secretOrKey: settings.jwtSecret,
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
  }

  /** Reads a token that we signed, without asking whether its session still exists. @returns null without one */
  signedIn(request: IncomingMessage): TokenSubject | null {
    const token = tokenOf(request);
    return token === null ? null : this.tokens.read(token);
  }

  async validate(claims: Record<string, unknown>): Promise<AccountCaller | null> {
    const subject = subjectOf(claims);
    return subject === null ? null : this.callerOf(subject);
  }

  /** @returns null when the session or its sign-in has ended, or never existed */
  async callerOf(subject: TokenSubject): Promise<AccountCaller | null> {
    if (this.ended.has(toText(subject))) return null;
    const row = await this.database.transaction(subject.tenantId, (db) => findAccount(db, subject, this.clock.now()));
    if (row === null) this.ended.set(toText(subject), true);
    if (row === null || !isPlanId(row.plan)) return null;
    const signIn = await this.signInOf(subject, row);
    if (signIn === null) return null;
    const ratePerMinute = peopleRequestsPerMinuteOf(row.plan, row.rate_limit_per_minute);
    const { tenantId, userId, sessionId } = subject;
    return {
      tenantId,
      userId,
      sessionId,
      signIn,
      role: row.role,
      isVerified: row.is_verified,
      provenAt: row.proven_at,
      plan: row.plan,
      ratePerMinute,
      isSuspended: row.is_suspended,
    };
  }

  /** Finds the sign-in of a session. A new password or second factor ends it, and with it the sessions in the other tenants. */
  private async signInOf(
    subject: TokenSubject,
    { has_password: hasPassword, email, sign_in_id: id }: AccountRow,
  ): Promise<TokenSubject | null> {
    if (hasPassword) return subject;
    const place = id === null ? null : await findPasswordPlace(this.database, email);
    if (id === null || place === null) return null;
    const signIn = { ...place, sessionId: id };
    const isLive = await this.database.transaction(place.tenantId, (db) => isLiveSession(db, signIn, this.clock.now()));
    return isLive ? signIn : null;
  }
}
