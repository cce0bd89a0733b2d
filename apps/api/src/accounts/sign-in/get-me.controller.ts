import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ChangeMeDto, MeDto } from './sign-in.dto.js';
import { Account, type AccountCaller, AtLeast } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { StopWeeklyMail } from '../weekly-mail/stop-weekly-mail.js';
import { MessageDto } from '../../http/message.dto.js';
import { GetMe } from './get-me.js';

@ApiTags('Accounts')
@AccountAccess()
@Controller('auth')
export class GetMeController {
  constructor(
    private readonly getMe: GetMe,
    private readonly stopping: StopWeeklyMail,
  ) {}

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

  @Delete('me/mail-links')
  @AtLeast('viewer')
  @ApiOperation({
    summary: 'Revoke the links in your mails',
    description:
      'The links that stop the weekly mail without a sign-in no longer work, for example after you have forwarded a mail. The next mail has a new one.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  async revoke(@Account() account: AccountCaller): Promise<MessageDto> {
    await this.stopping.revoke(account);
    return { message: 'the links in your mails no longer work' };
  }
}
