import { Injectable } from '@nestjs/common';
import { isUuid, LIMITS, type TenantId, toTenantId, type UserId } from '#libs/core';
import jwt from 'jsonwebtoken';
import { AccountSettings } from './account-settings.js';

/** The only algorithm. A token that names another one, `none` included, is refused (RFC 8725, section 3.1). */
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'churn-scoring-service';
export const TOKEN_AUDIENCE = 'churn-scoring-service/accounts';

/** The claims of an access token. They do not prove that the session still exists. */
export interface TokenSubject {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly sessionId: string;
}

/** Signs and verifies the JWTs that browsers and programs send. */
@Injectable()
export class AccessTokens {
  constructor(private readonly settings: AccountSettings) {}

  /** Returns a token that is valid for `LIMITS.accessTokenMs` from `now`. */
  issue({ tenantId, userId, sessionId }: TokenSubject, now: Date): string {
    const iat = Math.floor(now.getTime() / 1000);
    const claims = { sub: userId, tid: tenantId, sid: sessionId, iat, exp: iat + LIMITS.accessTokenMs / 1000 };
    return jwt.sign(claims, this.settings.jwtSecret, { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE });
  }

  /** @returns null for a token that this service did not sign, or that has expired. Does not check the session. */
  read(token: string): TokenSubject | null {
    try {
      const claims = jwt.verify(token, this.settings.jwtSecret, {
        algorithms: [TOKEN_ALGORITHM],
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
      });
      return typeof claims === 'string' ? null : subjectOf(claims);
    } catch {
      return null;
    }
  }
}

/** @returns null when the claims of a signed token are not the ones we write. */
export function subjectOf(claims: Readonly<Record<string, unknown>>): TokenSubject | null {
  const { sub, tid, sid, exp } = claims;
  // The verifier checks `exp` only when the token has one.
  if (!isUuid(sub) || !isUuid(tid) || !isUuid(sid) || typeof exp !== 'number') return null;
  return { tenantId: toTenantId(tid), userId: sub as UserId, sessionId: sid };
}
