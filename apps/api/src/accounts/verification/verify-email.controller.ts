import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { MessageDto } from '../../http/message.dto.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { VerifyEmailDto } from './verification.dto.js';
import { VerifyEmail } from './verify-email.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class VerifyEmailController {
  constructor(private readonly verification: VerifyEmail) {}

  @Post('verify-email')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Verify an e-mail address',
    description:
      'Needs the token from the mail, which works once and for 24 hours, and the password of the account: the owner of a mailbox must not verify the account of a stranger by a click. Nobody has to be signed in.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  async verify(@Body() body: VerifyEmailDto, @Visitor() visitor: VisitorTraits): Promise<MessageDto> {
    await this.verification.verify(body, visitor);
    return { message: 'the e-mail address is verified' };
  }
}
