import { Injectable } from '@nestjs/common';
import { type AppError, conflict, invalid } from '#libs/core';
import type { AccountCaller } from '#libs/guards';
import type { OauthPlatform } from '#libs/storefront';
import { ConnectStorefront } from '../connect-storefront.js';
import type { Obstacle } from '../connections.sql.js';
import { type Answered, OpenConnection } from '../open-connection.js';
import { PlatformAccess } from '../platform-access.js';
import type { OwnAppConnectionDto } from './own-app.dto.js';

/** A shop, and the app that its merchant has registered. */
export interface OwnAppShop {
  readonly platform: OauthPlatform;
  readonly shop: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly graceHours: number;
}

/** Connects a shop with an app that its merchant has registered at the platform. */
@Injectable()
export class ConnectOwnApp {
  constructor(
    private readonly access: PlatformAccess,
    private readonly connectStorefront: ConnectStorefront,
    private readonly openConnection: OpenConnection,
  ) {}

  /**
   * Asks the platform for access with the credentials alone, and begins an authorization when it refuses.
   * @throws AppError `validation_error` for a shop or credentials that the platform does not know, `conflict` when another shop is connected
   * or the shop has another tenant
   */
  async connect(caller: AccountCaller, input: OwnAppShop, answered: Answered): Promise<OwnAppConnectionDto> {
    const { tenantId, userId } = caller;
    const { platform, clientId, graceHours } = input;
    const at = await this.connectStorefront.prepareOwn(tenantId, platform, input.shop, { clientId, secrets: [input.clientSecret] });
    const { shop } = at;
    const ownApp = { clientId, secrets: at.app.secrets, graceHours };
    const granted = await this.access.grantByCredentials(tenantId, at);
    if (granted.kind === 'ok') {
      const obstacle = await this.openConnection.open(caller, { platform, shop, user_id: userId, ownApp }, granted.value, answered);
      if (obstacle !== null) throw conflictOf(obstacle, shop);
      return { status: 'connected', authorize_url: null, reason: null };
    }
    const why = 'why' in granted ? granted.why : granted.kind;
    if (why === 'wrong_credentials') throw wrongCredentials(platform);
    const authorizeUrl = await this.connectStorefront.authorize(caller, at, ownApp);
    return { status: 'authorize', authorize_url: authorizeUrl, reason: REASONS[why] ?? otherReason(why) };
  }
}

const MUST_ALLOW = 'so an administrator of the shop must allow access';
const REASONS: Readonly<Record<string, string>> = {
  shop_not_permitted: `The app and the shop do not belong to the same organization, ${MUST_ALLOW}.`,
  app_not_installed: `The app is not installed in the shop yet, ${MUST_ALLOW}.`,
  not_offered: `Shopline gives no access without the page on which a person allows it, ${MUST_ALLOW}.`,
};
const otherReason = (why: string): string => `The platform gave no access with the credentials alone (${why}), ${MUST_ALLOW}.`;

function wrongCredentials(platform: OauthPlatform): AppError {
  const message = `client_id and client_secret are not taken by ${platform}: they must be those of one app, and the secret must not be revoked`;
  return invalid('client_secret', 'credentials_refused', message);
}

function conflictOf(obstacle: Obstacle, shop: string): AppError {
  switch (obstacle) {
    case 'another_shop_is_connected':
      return conflict('another shop is connected: disconnect it first, with DELETE /integrations/storefront');
    case 'shop_has_another_tenant':
      return conflict(`${shop} is connected to another account: disconnect it there first`);
    case 'no_owner_any_more':
      return conflict('your session ended, or you are no owner any more: sign in again');
  }
}
