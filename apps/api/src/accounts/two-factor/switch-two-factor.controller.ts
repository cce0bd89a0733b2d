import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CodeDto, TwoFactorOffDto, TwoFactorOnDto } from './two-factor.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Account, type AccountCaller, FreshProof, StrictRateLimitGuard, VerifiedOnly } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { People } from '../users/people.js';
import { RecordElsewhere } from '../users/record-elsewhere.js';
import { SetUpTwoFactor } from './set-up-two-factor.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('2fa')
// The decorator below the others comes first: callers without a valid token are limited too.
@UseGuards(StrictRateLimitGuard)
export class SwitchTwoFactorController {
  constructor(
    private readonly twoFactor: SetUpTwoFactor,
    private readonly people: People,
    private readonly elsewhere: RecordElsewhere,
  ) {}

  @Post('verify')
  @HttpCode(200)
  @FreshProof()
  @VerifiedOnly()
  @ApiOperation({
    summary: 'Turn two-factor authentication on',
    description:
      'Needs a verified e-mail address and a code of the authenticator app. Returns recovery codes. Counts for all your tenants. Ends your other sessions and mails the owners.',
  })
  @ApiResponse({ status: 200, type: TwoFactorOnDto, description: 'The recovery codes are shown this once' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'There is no secret to confirm, or two-factor authentication is already on' })
  async verify(@Account() account: AccountCaller, @Body() { code }: CodeDto, @Visitor() visitor: VisitorTraits): Promise<TwoFactorOnDto> {
    const codes = await this.twoFactor.confirm(account, code, visitor);
    this.elsewhere.record(await this.people.addressOf(account), 'user.two_factor_enabled', visitor);
    return { enabled: true, recovery_codes: codes };
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
    this.elsewhere.record(await this.people.addressOf(account), 'user.two_factor_disabled', visitor);
    return { enabled: false };
  }
}
