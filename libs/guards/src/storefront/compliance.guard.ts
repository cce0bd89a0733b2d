import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { readPlatformHeaders } from './platform-headers.js';
import { SignedBody } from './signed-body.js';
import { StorefrontAppSecrets } from './storefront-call.js';

/** Admits requests that the platform's app signed, for any shop. */
@Injectable()
export class ComplianceGuard implements CanActivate {
  constructor(
    private readonly secrets: StorefrontAppSecrets,
    private readonly body: SignedBody,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const headers = readPlatformHeaders(request.headersDistinct);
    if (headers === null) return this.body.refuse(context);
    this.body.expect(context, { kind: 'webhook', headers, tenantId: null, connection: null }, this.secrets.secretsOf(headers.family));
    return true;
  }
}
