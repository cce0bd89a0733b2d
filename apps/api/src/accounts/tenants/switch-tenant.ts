import { Injectable } from '@nestjs/common';
import { Clock, notFound, unauthorized } from '#libs/core';
import { Database } from '#libs/database';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { Refresh } from '../sessions/refresh.js';
import type { SignInReplyDto } from '../sessions/session.dto.js';
import { findUser } from '../users/find-user.sql.js';
import { People } from '../users/people.js';
import { toUserDto } from '../users/user-reply.js';
import { SwitchTokens } from './switch-tokens.js';

/** Gives a person of several tenants the tokens of another one. The sign-in stays the same: one password, one second factor. */
@Injectable()
export class SwitchTenant {
  constructor(
    private readonly database: Database,
    private readonly tokens: SwitchTokens,
    private readonly continuing: Refresh,
    private readonly people: People,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses up the refresh token, like `Refresh`.
   * @throws AppError `unauthorized` like `Refresh`; `not_found` when the person is not in the tenant, and then the token stays good
   */
  async switch(token: string | null, tenantId: string, visitor: VisitorTraits): Promise<SignInReplyDto> {
    const session = await this.tokens.sessionOf(token);
    if (session === null) throw unauthorized('the refresh token is missing, not valid, or its session has ended: sign in again');
    const place = (await this.people.placesOf(session.email)).find((one) => one.tenantId === tenantId.toLowerCase());
    if (place === undefined) throw notFound('tenant');
    const continued = await this.continuing.refresh(token, visitor);
    const signIn = await this.tokens.signInOf(session);
    if (signIn === null) throw unauthorized('the session has ended: sign in again');
    const tenants = await this.people.tenantsOf(session.email);
    if (place.tenantId === session.tenantId) return Object.assign(continued, { tenants });
    const now = this.clock.now();
    return this.database.transaction(place.tenantId, async (db) => {
      const user = await findUser(db, place.userId);
      if (user === null) throw notFound('tenant');
      const tokens = await this.tokens.tokensIn(db, place, signIn, now, visitor);
      const { has_second_factor } = signIn.user;
      return { ...tokens, user: toUserDto(place.tenantId, { ...user, has_second_factor }), tenants };
    });
  }
}
