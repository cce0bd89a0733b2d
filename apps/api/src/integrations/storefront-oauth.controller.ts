import { Controller, Get, Redirect, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Config } from '#libs/config';
import { AccessTokens, AUTH_COOKIE, cookieOf, JwtStrategy, RateLimitGuard } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { CausedBy } from '../http/request/caused-by.js';
import { ApiPublicAccess } from '../http/access/public-access.js';
import { AnyQuery } from '../http/request/query.interceptor.js';
import { Visitor, type VisitorTraits } from '../http/request/visitor.js';
import { FinishConnection } from './finish-connection.js';
import { InstallStorefront } from './install-storefront.js';

/** The next address of the browser. */
interface Elsewhere {
  readonly url: string;
}

const text = (name: string, description: string) => ({ name, required: false, description, schema: { type: 'string' } }) as const;
const SIGNATURE = text('hmac', 'Hex HMAC-SHA256 of the other parameters, keyed with the secret of the app');
const TIMESTAMP = text('timestamp', 'Unix seconds, of Shopline milliseconds, within 90 s of now');
const SHOP = text('shop', 'Domain of the shop');
const HANDLE = text('handle', 'Of Shopline, instead of `shop`: the domain before `.myshopline.com`');
const SIGN = text('sign', 'Of Shopline, instead of `hmac`');

/** Receives people who return from a platform. A person expects a page, so the answer always leads to a page of the dashboard. */
@ApiTags('Integrations')
@ApiPublicAccess()
@UseGuards(RateLimitGuard)
@Controller('integrations/storefront')
export class StorefrontOauthController {
  constructor(
    private readonly finishConnection: FinishConnection,
    private readonly installStorefront: InstallStorefront,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: JwtStrategy,
    private readonly config: Config,
  ) {}

  @Get('callback')
  @Redirect()
  @AnyQuery()
  @ApiOperation({
    summary: 'Finish the connection with a platform',
    description: 'The platform sends the browser here after the person accepted or refused the connection.',
  })
  @ApiQuery(text('code', 'To be traded for tokens'))
  @ApiQuery(SHOP)
  @ApiQuery(text('state', 'As the authorization was begun with; Shopline gives none'))
  @ApiQuery(TIMESTAMP)
  @ApiQuery(SIGNATURE)
  @ApiQuery(HANDLE)
  @ApiQuery(SIGN)
  @ApiQuery(text('error', 'Instead of `code`: the person refused'))
  @ApiResponse({ status: 302, description: 'To the Integrations page, with what came of it' })
  async callback(@Req() request: Request, @Visitor() visitor: VisitorTraits, @CausedBy() cause: JobOrigin): Promise<Elsewhere> {
    const cookie = cookieOf(request.headers.cookie, AUTH_COOKIE);
    const subject = cookie === null ? null : this.accessTokens.read(cookie);
    const signedIn = subject === null ? null : await this.sessions.callerOf(subject);
    const ending = await this.finishConnection.finish(queryOf(request), { address: visitor.address, cause, signedIn });
    return this.toDashboard(ending === 'connected' ? { storefront: 'connected' } : { storefront: 'error', reason: ending });
  }

  @Get('install')
  @Redirect()
  @AnyQuery()
  @ApiOperation({
    summary: 'Start from the app list of a platform',
    description: 'Redirects to the Integrations page. There the person signs in or registers, and connects the shop.',
  })
  @ApiQuery(SHOP)
  @ApiQuery(TIMESTAMP)
  @ApiQuery(SIGNATURE)
  @ApiQuery(HANDLE)
  @ApiQuery(SIGN)
  @ApiResponse({ status: 302, description: 'To the Integrations page, with the shop or with the reason why not' })
  install(@Req() request: Request): Elsewhere {
    const found = this.installStorefront.verify(queryOf(request));
    if (found.kind === 'invalid_hmac') return this.toDashboard({ storefront: 'error', reason: found.kind });
    return this.toDashboard({ storefront: 'install', platform: found.platform, shop: found.shop });
  }

  private toDashboard(query: Readonly<Record<string, string>>): Elsewhere {
    return { url: `${this.config.dashboardUrl}/integrations?${new URLSearchParams(query).toString()}` };
  }
}

/** Returns the raw query string. The platform signed the text, not its parsed form. */
const queryOf = ({ originalUrl }: Request): string => originalUrl.slice(`${originalUrl}?`.indexOf('?') + 1);
