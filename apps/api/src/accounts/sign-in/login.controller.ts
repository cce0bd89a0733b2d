import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readEmailAddress } from '#libs/core';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { LoginDto } from './sign-in.dto.js';
import { LoginReplyDto } from '../sessions/session.dto.js';
import { StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { setAuthCookies } from '../sessions/auth-cookies.js';
import { KnownDevices } from './known-devices.js';
import { Login } from './login.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class LoginController {
  constructor(
    private readonly logins: Login,
    private readonly devices: KnownDevices,
  ) {}

  @Post('login')
  @HttpCode(200)
  @ApiOperation({ summary: 'Sign in', description: 'Returns the tokens and sets them as the cookies auth_token and refresh_token.' })
  @ApiResponse({ status: 200, type: LoginReplyDto })
  @ApiResponse({
    status: 401,
    type: ErrorDto,
    description:
      '`unauthorized`: the address, the password or the code is wrong. `totp_required`: the password is right, but totp_code is missing. `totp_locked`: 100 codes in a row were wrong; open the link in our mail',
  })
  async login(
    @Body() body: LoginDto,
    @Visitor() visitor: VisitorTraits,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginReplyDto> {
    const address = readEmailAddress(body.email);
    const reply = await this.logins.login(body, address && this.devices.deviceOf(request, address), visitor);
    setAuthCookies(response, reply);
    if (address !== null) this.devices.mark(response, address);
    return reply;
  }
}
