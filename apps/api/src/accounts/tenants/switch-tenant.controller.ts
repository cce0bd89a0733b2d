import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountSettings, cookieOf, requireAllowedOrigin, StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { REFRESH_COOKIE, setAuthCookies } from '../sessions/auth-cookies.js';
import { SignInReplyDto } from '../sessions/session.dto.js';
import { SwitchTenantDto } from './own-tenants.dto.js';
import { SwitchTenant } from './switch-tenant.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class SwitchTenantController {
  constructor(
    private readonly switching: SwitchTenant,
    private readonly settings: AccountSettings,
  ) {}

  @Post('switch')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Switch to another of your tenants',
    description:
      'Takes the refresh token, uses it up like POST /auth/refresh, and returns tokens of the other tenant, also as cookies. The sign-in stays the same: signing out, a new password or another second factor ends the sessions in all your tenants. A request by cookie needs an Origin on the allow-list.',
  })
  @ApiResponse({ status: 200, type: SignInReplyDto })
  @ApiResponse({
    status: 401,
    type: ErrorDto,
    description: 'The refresh token is missing, not valid, used already, or its session has ended',
  })
  @ApiResponse({ status: 403, type: ErrorDto, description: 'Sent by cookie from a page that is not on the allow-list' })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You do not belong to this tenant, or it does not exist' })
  async create(
    @Body() { tenant_id: tenantId, refresh_token: given }: SwitchTenantDto,
    @Visitor() visitor: VisitorTraits,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInReplyDto> {
    if (given == null) requireAllowedOrigin(request, this.settings.allowedOrigins);
    const reply = await this.switching.switch(given ?? cookieOf(request.headers.cookie, REFRESH_COOKIE), tenantId, visitor);
    setAuthCookies(response, reply);
    return reply;
  }
}
