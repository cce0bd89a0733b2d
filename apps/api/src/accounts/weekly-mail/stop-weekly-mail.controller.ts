import { Controller, Get, HttpCode, Post, Query, Redirect, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Config } from '#libs/config';
import { RateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { UnreadBody } from '../../http/body/optional-body.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { StopTokenQuery } from './stop-weekly-mail.dto.js';
import { StopWeeklyMail } from './stop-weekly-mail.js';

/** The address in the header List-Unsubscribe of the weekly mail (RFC 8058). */
@ApiTags('Accounts')
@ApiPublicAccess()
@UseGuards(RateLimitGuard)
@Controller('auth/stop-weekly-mail')
export class StopWeeklyMailController {
  constructor(
    private readonly stopping: StopWeeklyMail,
    private readonly config: Config,
  ) {}

  @Get()
  @Redirect()
  @ApiOperation({
    summary: 'Open the page that stops the mail',
    description: 'Changes nothing: programs that check mails open every link in them. The page asks first.',
  })
  @ApiResponse({ status: 302, description: 'To the page of the dashboard' })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'There is no token' })
  ask(@Query() { token }: StopTokenQuery): { readonly url: string } {
    return { url: `${this.config.dashboardUrl}/stop-weekly-mail#token=${encodeURIComponent(token)}` };
  }

  @Post()
  @HttpCode(200)
  @UnreadBody()
  @ApiOperation({
    summary: 'Stop the weekly mail without signing in',
    description:
      'For the button of mail programs (RFC 8058) and the page behind the link in each mail. Stops the weekly mail and mails about alarms to that person, who can turn them on again on the page Settings. The body is not read. The link works for 180 days, or until the person revokes it.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'The token is not valid, or not any more' })
  async stop(@Query() { token }: StopTokenQuery): Promise<MessageDto> {
    await this.stopping.stop(token);
    return { message: 'the weekly mail is off' };
  }
}
