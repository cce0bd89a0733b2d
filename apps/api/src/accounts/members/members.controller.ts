import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ChangeMemberDto, MemberDto, MemberListDto } from './member.dto.js';
import { ErrorDto } from '../../http/error.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { Account, type AccountCaller, OwnerOnly } from '#libs/guards';
import { AccountAccess } from '../../http/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/visitor.js';
import { Members } from './members.js';

@ApiTags('Members')
@AccountAccess()
@Controller('members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @ApiOperation({ summary: 'Who signs in for the tenant' })
  @ApiResponse({ status: 200, type: MemberListDto })
  list(@Account() account: AccountCaller): Promise<MemberListDto> {
    return this.members.list(account);
  }

  @Patch(':user_id')
  @OwnerOnly()
  @ApiOperation({
    summary: 'Make somebody an owner or a member',
    description: 'For owners. Counts from their next request on. Of an owner who becomes a member the open invitations are taken back.',
  })
  @ApiParam({ name: 'user_id', format: 'uuid' })
  @ApiResponse({ status: 200, type: MemberDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'Nobody of the tenant has this id' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'It is the last owner' })
  change(
    @Account() account: AccountCaller,
    @Param('user_id') id: string,
    @Body() { role }: ChangeMemberDto,
    @Visitor() visitor: VisitorTraits,
  ): Promise<MemberDto> {
    return this.members.changeRole(account, id, role, visitor);
  }

  @Delete(':user_id')
  @OwnerOnly()
  @ApiOperation({
    summary: 'Remove somebody',
    description: 'For owners. Their account, all their sessions and the invitations they have sent end at once.',
  })
  @ApiParam({ name: 'user_id', format: 'uuid' })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'Nobody of the tenant has this id' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'It is the last owner' })
  async remove(@Account() account: AccountCaller, @Param('user_id') id: string, @Visitor() visitor: VisitorTraits): Promise<MessageDto> {
    await this.members.remove(account, id, visitor);
    return { message: 'the account has been removed' };
  }
}
