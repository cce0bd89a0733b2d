import { Injectable } from '@nestjs/common';
import { isUuid, LIMITS, type TenantId, toTenantId, type UserId } from '#libs/core';
import jwt from 'jsonwebtoken';
import { AccountSettings } from './account-settings.js';

/** One algorithm: a token that names another one is refused, `none` included (RFC 8725, section 3.1). */
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_ISSUER = 'churn-scoring-service';
export const TOKEN_AUDIENCE = 'churn-scoring-service/accounts';

/** Whom an access token speaks for; whether the session still is there is another question. */
export interface TokenSubject {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly sessionId: string;
}

/** Writes the JWTs that people's browsers and programs present. */
@Injectable()
export class AccessTokens {
  constructor(private readonly settings: AccountSettings) {}

  /** Good for `LIMITS.accessTokenMs` from `now`. */
  issue({ tenantId, userId, sessionId }: TokenSubject, now: Date): string {
    const iat = Math.floor(now.getTime() / 1000);
    const claims = { sub: userId, tid: tenantId, sid: sessionId, iat, exp: iat + LIMITS.accessTokenMs / 1000 };
    return jwt.sign(claims, this.settings.jwtSecret, { algorithm: TOKEN_ALGORITHM, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE });
  }

  /** @returns null for anything that this service has not written, or that has expired. Says nothing of the session. */
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

/** @returns null when claims of a token that is signed are not those we write. */
export function subjectOf(claims: Readonly<Record<string, unknown>>): TokenSubject | null {
  const { sub, tid, sid, exp } = claims;
  // The verifier checks `exp` only where there is one.
  if (!isUuid(sub) || !isUuid(tid) || !isUuid(sid) || typeof exp !== 'number') return null;
  return { tenantId: toTenantId(tid), userId: sub as UserId, sessionId: sid };
}
