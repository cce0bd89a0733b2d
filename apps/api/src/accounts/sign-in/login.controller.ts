import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type EmailAddress, readEmailAddress } from '#libs/core';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { LoginDto } from './sign-in.dto.js';
import { SignInReplyDto } from '../sessions/session.dto.js';
import { People } from '../users/people.js';
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
    private readonly people: People,
    private readonly devices: KnownDevices,
  ) {}

  @Post('login')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Sign in',
    description:
      'Returns the tokens and sets them as the cookies auth_token and refresh_token. A person of several tenants gets tokens of one, and those of another with POST /auth/switch.',
  })
  @ApiResponse({ status: 200, type: SignInReplyDto })
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
  ): Promise<SignInReplyDto> {
    const address = readEmailAddress(body.email);
    const reply = await this.logins.login(body, address && this.devices.deviceOf(request, address), visitor);
    setAuthCookies(response, reply);
    if (address !== null) this.devices.mark(response, address);
    return Object.assign(reply, { tenants: await this.people.tenantsOf(reply.user.email as EmailAddress) });
  }
}
