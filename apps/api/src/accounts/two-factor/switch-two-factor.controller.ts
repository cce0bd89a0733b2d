import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CodeDto, TwoFactorOffDto, TwoFactorOnDto } from './two-factor.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Account, type AccountCaller, FreshProof, StrictRateLimitGuard, VerifiedOnly } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { SetUpTwoFactor } from './set-up-two-factor.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('2fa')
// The decorator below the others comes first: callers without a valid token are limited too.
@UseGuards(StrictRateLimitGuard)
export class SwitchTwoFactorController {
  constructor(private readonly twoFactor: SetUpTwoFactor) {}

  @Post('verify')
  @HttpCode(200)
  @FreshProof()
  @VerifiedOnly()
  @ApiOperation({
    summary: 'Turn two-factor authentication on',
    description:
      'Needs a verified e-mail address and a code of the authenticator app. Returns recovery codes. Ends your other sessions and mails the owners.',
  })
  @ApiResponse({ status: 200, type: TwoFactorOnDto, description: 'The recovery codes are shown this once' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'There is no secret to confirm, or two-factor authentication is already on' })
  async verify(@Account() account: AccountCaller, @Body() { code }: CodeDto, @Visitor() visitor: VisitorTraits): Promise<TwoFactorOnDto> {
    return { enabled: true, recovery_codes: await this.twoFactor.confirm(account, code, visitor) };
  }

  @Post('disable')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Turn two-factor authentication off',
    description: 'Needs a code of the authenticator app or a recovery code. Ends your other sessions and mails the owners.',
  })
  @ApiResponse({ status: 200, type: TwoFactorOffDto })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'Two-factor authentication is already off, or locked after too many wrong codes',
  })
  async disable(@Account() account: AccountCaller, @Body() { code }: CodeDto, @Visitor() visitor: VisitorTraits): Promise<TwoFactorOffDto> {
    await this.twoFactor.turnOff(account, code, visitor);
    return { enabled: false };
  }
}
