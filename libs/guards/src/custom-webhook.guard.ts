import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type AppError, Clock, PLANS, unauthorized } from '#libs/core';
import { Database } from '#libs/database';
import { liveWebhookSecrets, SecretBox } from '#libs/tenants';
import type { Caller } from './api-keys.js';
import { setBodyPlan } from './body-plan.js';
import { areSignedWith, readSignatures } from './webhook-signature.js';

/**
 * Runs after the API key guard and admits requests with a body that is signed with the tenant's webhook secret. A request that fails with
 * any body is refused before the body is read. All refusals are the same, so that they give nothing away.
 */
@Injectable()
export class CustomWebhookGuard implements CanActivate {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { user: Caller }>();
    const { tenantId, plan } = request.user;
    const now = this.clock.now();
    const signatures = readSignatures(request.headersDistinct, now);
    if (signatures === null) throw refused();
    const secrets = await this.database.transaction(tenantId, (db) => liveWebhookSecrets(db, this.box, now));
    if (secrets.length === 0) throw refused();
    const check = (bytes: Buffer): void => {
      if (!areSignedWith(secrets, signatures, bytes)) throw refused();
    };
    setBodyPlan(request, { kind: 'signed_json', limit: PLANS[plan].maxBodyBytes, check });
    return true;
  }
}

const refused = (): AppError =>
  unauthorized('the webhook signature is missing or not valid; send X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the body>');
