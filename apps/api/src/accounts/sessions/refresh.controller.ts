import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AppError } from '#libs/core';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { LoginReplyDto, RefreshDto } from './session.dto.js';
import { AccountSettings, cookieOf, requireAllowedOrigin, StrictRateLimitGuard } from '#libs/guards';
import { OptionalBody } from '../../http/body/optional-body.js';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { clearAuthCookies, REFRESH_COOKIE, setAuthCookies } from './auth-cookies.js';
import { Refresh } from './refresh.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class RefreshController {
  constructor(
    private readonly carryOn: Refresh,
    private readonly settings: AccountSettings,
  ) {}

  @Post('refresh')
  @HttpCode(200)
  @OptionalBody()
  @ApiBody({ type: RefreshDto, required: false })
  @ApiOperation({
    summary: 'Get new tokens for a refresh token',
    description:
      'A refresh token works once. If it is used again after more than 10 seconds, the sign-in ends in all your tenants, because somebody else may have the token. A request by cookie needs an Origin on the allow-list.',
  })
  @ApiResponse({ status: 200, type: LoginReplyDto })
  @ApiResponse({
    status: 401,
    type: ErrorDto,
    description: 'The refresh token is missing, not valid, used already, or its session has ended',
  })
  @ApiResponse({ status: 403, type: ErrorDto, description: 'Sent by cookie from a page that is not on the allow-list' })
  async refresh(
    @Body() { refresh_token: given }: RefreshDto,
    @Visitor() visitor: VisitorTraits,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginReplyDto> {
    if (given == null) requireAllowedOrigin(request, this.settings.allowedOrigins);
    try {
      const reply = await this.carryOn.refresh(given ?? cookieOf(request.headers.cookie, REFRESH_COOKIE), visitor);
      setAuthCookies(response, reply);
      return reply;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') clearAuthCookies(response);
      throw error;
    }
  }
}
