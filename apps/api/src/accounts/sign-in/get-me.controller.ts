import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ChangeMeDto, MeDto } from './sign-in.dto.js';
import { Account, type AccountCaller, AtLeast } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { GetMe } from './get-me.js';

@ApiTags('Accounts')
@AccountAccess()
@Controller('auth')
export class GetMeController {
  constructor(private readonly getMe: GetMe) {}

  @Get('me')
  @ApiOperation({ summary: 'Get the signed-in user and tenant' })
  @ApiResponse({ status: 200, type: MeDto })
  me(@Account() account: AccountCaller): Promise<MeDto> {
    return this.getMe.get(account);
  }

  @Patch('me')
  @AtLeast('viewer')
  @ApiOperation({ summary: 'Change what you get by mail' })
  @ApiResponse({ status: 200, type: MeDto })
  change(@Account() account: AccountCaller, @Body() body: ChangeMeDto): Promise<MeDto> {
    return this.getMe.change(account, body);
  }
}
