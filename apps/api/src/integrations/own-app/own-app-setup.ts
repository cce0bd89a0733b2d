import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import type { TenantId } from '#libs/core';
import { OAUTH_PLATFORMS, ownCompliancePath } from '#libs/storefront';
import { CALLBACK_PATH, publicUrlOf } from '../callback-address.js';
import type { OwnAppSetupDto } from './own-app.dto.js';

/** Knows what a merchant enters when they register an app of their own at a platform. */
@Injectable()
export class OwnAppSetup {
  constructor(private readonly config: Config) {}

  of(tenantId: TenantId): OwnAppSetupDto {
    return {
      platforms: [...OAUTH_PLATFORMS],
      app_url: `${this.config.dashboardUrl}/integrations`,
      redirect_url: publicUrlOf(this.config, CALLBACK_PATH),
      compliance_url: publicUrlOf(this.config, ownCompliancePath(tenantId)),
      scopes: this.config.storefront.apps.shopify.scopes,
    };
  }
}
