import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AppError, Clock, unauthorized } from '#libs/core';
import { Database, liveWebhookSecrets, SecretBox } from '#libs/database';
import type { Caller } from './api-keys.js';
import { areSignedWith, readSignatures } from './webhook-signature.js';

/** A request whose body must be checked before it is decoded. */
export interface SignedRequest {
  /**
   * The guard sets this for the body reader, which runs later and calls it with the raw bytes.
   * @throws AppError `unauthorized` when the signature does not match the bytes.
   */
  checkRawBody?: (bytes: Buffer) => void | Promise<void>;
  /** The reader of the checked bytes. `platform`: JSON of a storefront, with any content type; `none`: the body is not parsed. */
  bodyFormat?: 'platform' | 'none';
}

/**
 * Runs after the API key guard and admits requests whose body is signed with the tenant's webhook secret. A request that fails
 * with any body is refused before the body is read. All refusals are the same, so that they give nothing away.
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
