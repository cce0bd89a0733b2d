import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { SessionListDto } from './session.dto.js';
import { Account, type AccountCaller } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { OwnSessions } from './own-sessions.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('auth/sessions')
export class ListSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Get()
  @ApiOperation({ summary: 'List your sessions', description: 'The session that was used last comes first.' })
  @ApiResponse({ status: 200, type: SessionListDto })
  list(@Account() account: AccountCaller): Promise<SessionListDto> {
    return this.sessions.list(account);
  }

  @Delete(':session_id')
  @ApiOperation({
    summary: 'End one of your sessions',
    description: 'The service refuses its tokens from now on. Your other sessions stay.',
  })
  @ApiParam({ name: 'session_id', format: 'uuid', description: 'From GET /auth/sessions' })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such session' })
  async revoke(
    @Account() account: AccountCaller,
    @Param('session_id') sessionId: string,
    @Visitor() visitor: VisitorTraits,
  ): Promise<MessageDto> {
    await this.sessions.revoke(account, sessionId, visitor);
    return { message: 'the session has ended' };
  }
}
