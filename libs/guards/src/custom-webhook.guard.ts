import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AppError, Clock, unauthorized } from '#libs/core';
import { Database, liveWebhookSecrets, SecretBox } from '#libs/database';
import type { Caller } from './api-keys.js';
import { areSignedWith, readSignatures } from './webhook-signature.js';

/** A request whose body has to be checked before anything of it is decoded. */
export interface SignedRequest {
  /**
   * Left by the guard for whoever reads the body, which happens after it: to be called with the bytes as they came.
   * @throws AppError `unauthorized` when they are not what was signed.
   */
  checkRawBody?: (bytes: Buffer) => void | Promise<void>;
  /** How checked bytes are read on. `platform`: as JSON of a storefront, whatever type it claims to be; `none`: not at all. */
  bodyFormat?: 'platform' | 'none';
}

/**
 * Behind the API key guard: lets through who also signs the body with the tenant's webhook secret. A request that cannot be
 * right whatever its body says is refused before the body is read. Every refusal is the same, so that it tells nothing.
 */
@Injectable()
export class CustomWebhookGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & SignedRequest & { user: Caller }>();
    const now = this.clock.now();
    const signatures = readSignatures(request.headersDistinct, now);
    if (signatures === null) throw refused();
    const secrets = await this.database.transaction(request.user.tenantId, (db) => liveWebhookSecrets(db, this.box, now));
    if (secrets.length === 0) throw refused();
    request.checkRawBody = (bytes) => {
      if (!areSignedWith(secrets, signatures, bytes)) throw refused();
    };
    return true;
  }
}

const refused = (): AppError =>
  unauthorized('the webhook signature is missing or not valid; send X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the body>');
