import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { OAUTH_PLATFORMS, ownCompliancePath } from '#libs/storefront';
import { complianceKeyOf, SecretBox } from '#libs/tenants';
import { CALLBACK_PATH, publicUrlOf } from '../callback-address.js';
import type { OwnAppSetupDto } from './own-app.dto.js';

/** Knows what a merchant enters when they register an app of their own at a platform. */
@Injectable()
export class OwnAppSetup {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly config: Config,
  ) {}

  async of(tenantId: TenantId): Promise<OwnAppSetupDto> {
    const complianceKey = await this.database.transaction(tenantId, (db) => complianceKeyOf(db, this.box));
    return {
      platforms: [...OAUTH_PLATFORMS],
      app_url: `${this.config.dashboardUrl}/integrations`,
      redirect_url: publicUrlOf(this.config, CALLBACK_PATH),
      compliance_url: publicUrlOf(this.config, ownCompliancePath(tenantId, complianceKey)),
      scopes: this.config.storefront.apps.shopify.scopes,
    };
  }
}
