import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { RefreshDto } from './session.dto.js';
import { AccountSettings, AUTH_COOKIE, bearerOf, cookieOf, RateLimitGuard, requireAllowedOrigin } from '#libs/guards';
import { OptionalBody } from '../../http/body/optional-body.js';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { clearAuthCookies, REFRESH_COOKIE } from './auth-cookies.js';
import { LogOut } from './log-out.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(RateLimitGuard)
export class LogOutController {
  constructor(
    private readonly signOut: LogOut,
    private readonly settings: AccountSettings,
  ) {}

  @Post('logout')
  @HttpCode(200)
  @OptionalBody()
  @ApiBody({ type: RefreshDto, required: false })
  @ApiOperation({
    summary: 'End this session',
    description:
      'Send the access token or the refresh token in the header, the body or the cookies. The service refuses the tokens of the session at once.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 401, type: ErrorDto, description: 'The request carries no token of this service' })
  @ApiResponse({ status: 403, type: ErrorDto, description: 'Sent by cookie from a page that is not on the allow-list' })
  async logOut(
    @Body() { refresh_token: given }: RefreshDto,
    @Visitor() visitor: VisitorTraits,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    const sent = [given, bearerOf(request)].filter((token) => token != null);
    if (sent.length === 0) requireAllowedOrigin(request, this.settings.allowedOrigins);
    const stored = [REFRESH_COOKIE, AUTH_COOKIE].map((name) => cookieOf(request.headers.cookie, name)).filter((token) => token !== null);
    clearAuthCookies(response);
    await this.signOut.logOut(sent.length > 0 ? sent : stored, visitor);
    return { message: 'the session has ended' };
  }
}
