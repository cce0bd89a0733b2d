import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Account, type AccountCaller, StrictRateLimitGuard } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { ConfirmationDto, ConfirmedDto } from './confirmation.dto.js';
import { ProveAgain } from './prove-again.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('auth')
// The decorator below the others comes first: callers without a valid token are limited too.
@UseGuards(StrictRateLimitGuard)
export class ProveAgainController {
  constructor(private readonly person: ProveAgain) {}

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Confirm that it is you',
    description:
      'For five minutes this session may use the operations that ask for a fresh proof (`x-fresh-proof`): second factor, members, new API keys, the webhook secret, and the places that get your data. A sign-in counts too. Others get 403 `forbidden` with the detail `fresh_proof_required`.',
  })
  @ApiResponse({ status: 200, type: ConfirmedDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The password or the code is wrong, or the code is missing' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Two-factor authentication is locked after too many wrong codes' })
  confirm(@Account() account: AccountCaller, @Body() body: ConfirmationDto, @Visitor() visitor: VisitorTraits): Promise<ConfirmedDto> {
    return this.person.prove(account, body, visitor);
  }
}
