import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { MessageDto } from '../../http/message.dto.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { UnlockDto } from './two-factor.dto.js';
import { UnlockSecondFactor } from './unlock-second-factor.js';

@ApiTags('Accounts')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class UnlockSecondFactorController {
  constructor(private readonly unlocking: UnlockSecondFactor) {}

  @Post('unlock-two-factor')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Unlock two-factor authentication',
    description:
      'After 100 wrong codes in a row, no code works until this call. Needs the token from the mail, which works once and for one hour. A sign-in with the right password and any code sends another mail, at most three an hour.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  async unlock(@Body() { token }: UnlockDto, @Visitor() visitor: VisitorTraits): Promise<MessageDto> {
    await this.unlocking.unlock(token, visitor);
    return { message: 'codes work again; sign in' };
  }
}
