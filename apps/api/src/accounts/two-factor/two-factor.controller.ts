import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { TwoFactorSecretDto } from './two-factor.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Account, type AccountCaller, FreshProof, VerifiedOnly } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { OptionalBody } from '../../http/body/optional-body.js';
import { SetUpTwoFactor } from './set-up-two-factor.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('2fa')
export class TwoFactorController {
  constructor(private readonly twoFactor: SetUpTwoFactor) {}

  @Post('setup')
  @HttpCode(200)
  @FreshProof()
  @VerifiedOnly()
  @OptionalBody()
  @ApiOperation({
    summary: 'Get a secret for an authenticator app',
    description:
      'Needs a verified e-mail address. Two-factor authentication stays off until you send a code of the app to POST /2fa/verify.',
  })
  @ApiResponse({ status: 200, type: TwoFactorSecretDto, description: 'The secret is shown this once' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Two-factor authentication is already on' })
  setUp(@Account() account: AccountCaller): Promise<TwoFactorSecretDto> {
    return this.twoFactor.begin(account);
  }
}
