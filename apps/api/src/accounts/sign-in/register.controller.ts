import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Afterwards } from '../../http/afterwards.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { RegisterDto, RegistrationDto } from './sign-in.dto.js';
import { StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { setAuthCookies } from '../sessions/auth-cookies.js';
import { KnownDevices } from './known-devices.js';
import { KnownAddress } from './known-address.js';
import { Register, TakenAddress } from './register.js';
import { RegistrationLimit } from './registration-limit.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class RegisterController {
  constructor(
    private readonly registration: Register,
    private readonly limit: RegistrationLimit,
    private readonly devices: KnownDevices,
    private readonly known: KnownAddress,
    private readonly afterwards: Afterwards,
  ) {}

  @Post('register')
  @HttpCode(201)
  @ApiOperation({
    summary: 'Register a tenant',
    description:
      'Creates a tenant, its first owner and its first API key, and signs the owner in. The mail to the address has a link that verifies it. Until then the owner can neither turn on two-factor authentication nor invite people. `GET /plans` says whether anybody may register. A network (the /24 of an IPv4 address, the /48 of an IPv6 address) registers a limited number of accounts within a day; beyond it the answer is 429 `quota_exceeded`.',
  })
  @ApiResponse({ status: 201, type: RegistrationDto, description: 'The API key is shown this once' })
  @ApiResponse({ status: 403, type: ErrorDto, description: 'Registration is closed or by invitation only' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The e-mail address has an account already' })
  async register(
    @Body() body: RegisterDto,
    @Visitor() visitor: VisitorTraits,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegistrationDto> {
    const registration = await this.limit
      .counted(visitor.address, () => this.registration.register(body, visitor))
      .catch((error: unknown) => {
        if (error instanceof TakenAddress) this.afterwards.start('known_address.failed', () => this.known.tell(body.email));
        throw error;
      });
    setAuthCookies(response, registration);
    this.devices.mark(response, registration.user.email);
    return registration;
  }
}
