import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ForgotPasswordDto, ResetPasswordDto } from './password.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { KnownDevices } from '../sign-in/known-devices.js';
import { RecordElsewhere } from '../users/record-elsewhere.js';
import { ForgotPassword } from './forgot-password.js';
import { ResetPassword } from './reset-password.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class ResetPasswordController {
  constructor(
    private readonly forgotPassword: ForgotPassword,
    private readonly resetPassword: ResetPassword,
    private readonly devices: KnownDevices,
    private readonly elsewhere: RecordElsewhere,
  ) {}

  @Post('forgot-password')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Request a password reset mail',
    description: 'The answer is the same whether or not the address has an account.',
  })
  @ApiResponse({ status: 202, type: MessageDto })
  async forgot(@Body() { email }: ForgotPasswordDto): Promise<MessageDto> {
    await this.forgotPassword.forgot(email);
    return { message: 'if the address has an account, a mail is on its way' };
  }

  @Post('reset-password')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Reset the password',
    description:
      'Needs the token from the mail, which works once and for one hour. All sessions end, in all your tenants, and so do the open invitations that you sent in any of them. Two-factor authentication that was turned on within the last 30 days is turned off: somebody else may have set it up. An older one stays on. The first reset of an address that was never verified also turns off two-factor authentication, ends all API keys, removes the destinations and the webhook secrets, pauses the campaigns, ends a WooCommerce connection and cancels a deletion of the tenant: somebody else may have set them up.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  async reset(
    @Body() body: ResetPasswordDto,
    @Visitor() visitor: VisitorTraits,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    const address = await this.resetPassword.reset(body, visitor);
    this.elsewhere.record(address, 'user.password_reset', visitor);
    this.devices.mark(response, address);
    return { message: 'the password has been changed; sign in with it' };
  }
}
