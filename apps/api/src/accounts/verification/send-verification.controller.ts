import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Account, type AccountCaller, StrictRateLimitGuard } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { OptionalBody } from '../../http/body/optional-body.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { VerifyEmail } from './verify-email.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class SendVerificationController {
  constructor(private readonly verification: VerifyEmail) {}

  @Post('send-verification')
  @HttpCode(202)
  @OptionalBody()
  @ApiOperation({
    summary: 'Send the verification mail again',
    description: 'Sends a new link to your address, at most five times a day. Earlier links work until they are 24 hours old.',
  })
  @ApiResponse({ status: 202, type: MessageDto })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The address is verified already' })
  async send(@Account() account: AccountCaller): Promise<MessageDto> {
    await this.verification.sendAgain(account);
    return { message: 'a mail is on its way' };
  }
}
