import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ChangePasswordDto } from './password.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { Account, type AccountCaller, StrictRateLimitGuard } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { KnownDevices } from '../sign-in/known-devices.js';
import { RecordElsewhere } from '../users/record-elsewhere.js';
import { ChangePassword } from './change-password.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class ChangePasswordController {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly devices: KnownDevices,
    private readonly elsewhere: RecordElsewhere,
  ) {}

  @Post('change-password')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Change the password',
    description: 'Ends all your other sessions, in all your tenants, and mails the owners. This session stays.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  async change(
    @Account() account: AccountCaller,
    @Body() body: ChangePasswordDto,
    @Visitor() visitor: VisitorTraits,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    const address = await this.changePassword.change(account, body, visitor);
    this.elsewhere.record(address, 'user.password_changed', visitor);
    this.devices.mark(response, address);
    return { message: 'the password has been changed; your other sessions have ended' };
  }
}
