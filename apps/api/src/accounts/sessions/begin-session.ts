import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { LIMITS, type UserId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { openSession, type SignInSession } from '#libs/tenants';
import { AccessTokens, RefreshTokens, type TokenSubject } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';

const USER_AGENT_LENGTH = 200;

/** The tokens that `TokensDto` describes. */
export interface SessionTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** Begins sessions, and issues the tokens of new and continued sessions. */
@Injectable()
export class BeginSession {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly config: Config,
  ) {}

  /**
   * Begins a session in the transaction that identified the user.
   * @param signIn for a user without a password: the session in the tenant that has it
   */
  async begin(
    db: TenantDb,
    userId: UserId,
    now: Date,
    { userAgent }: VisitorTraits,
    signIn: SignInSession | null = null,
  ): Promise<SessionTokens> {
    const named = userAgent === undefined ? null : storable(userAgent);
    const longest = (signIn?.createdAt ?? now).getTime() + this.longestMs;
    const expiresAt = new Date(Math.min(now.getTime() + LIMITS.sessionMs, longest));
    const session = await openSession(db, userId, { now, expiresAt, userAgent: named, signIn });
    return this.tokensOf({ tenantId: db.tenantId, userId, sessionId: session.id }, session.generation, now);
  }

  /** Returns the longest time from a sign-in to the end of its sessions. */
  get longestMs(): number {
    return this.config.auth.longestSessionMs;
  }

  /** @param generation the number of the session's refresh token. */
  tokensOf(subject: TokenSubject, generation: number, now: Date): SessionTokens {
    return {
      access_token: this.accessTokens.issue(subject, now),
      token_type: 'Bearer',
      expires_in: LIMITS.accessTokenMs / 1000,
      refresh_token: this.refreshTokens.write({ tenantId: subject.tenantId, sessionId: subject.sessionId, generation }),
    };
  }
}

/** Header values are Latin-1. Postgres stores every Latin-1 character except NUL. */
const storable = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, USER_AGENT_LENGTH);
