import { Body, Controller, Delete, Get, Param, Patch } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ChangeMemberDto, MemberDto, MemberListDto, RemovedMemberDto } from './member.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Account, type AccountCaller, AtLeast, FreshProof } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { Members } from './members.js';

@ApiTags('Members')
@AccountAccess()
@Controller('members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @ApiOperation({ summary: 'List the members' })
  @ApiResponse({ status: 200, type: MemberListDto })
  list(@Account() account: AccountCaller): Promise<MemberListDto> {
    return this.members.list(account);
  }

  @Patch(':user_id')
  @AtLeast('owner')
  @FreshProof()
  @ApiOperation({
    summary: 'Change the role of a member',
    description:
      'Owners only. The new role applies from the next request. All owners get a mail about a new owner. If an owner gets another role, their open invitations end.',
  })
  @ApiParam({ name: 'user_id', format: 'uuid', description: 'From GET /members' })
  @ApiResponse({ status: 200, type: MemberDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The tenant has no member with this id' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The member is the last owner' })
  change(
    @Account() account: AccountCaller,
    @Param('user_id') id: string,
    @Body() { role }: ChangeMemberDto,
    @Visitor() visitor: VisitorTraits,
  ): Promise<MemberDto> {
    return this.members.changeRole(account, id, role, visitor);
  }

  @Delete(':user_id')
  @AtLeast('owner')
  @FreshProof()
  @ApiOperation({
    summary: 'Remove a member',
    description:
      'Owners only. The account, its sessions and the invitations that it sent end at once. API keys that the member made go on working: the answer lists them, and DELETE /tenant/api-keys/{id} revokes one.',
  })
  @ApiParam({ name: 'user_id', format: 'uuid', description: 'From GET /members' })
  @ApiResponse({ status: 200, type: RemovedMemberDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The tenant has no member with this id' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The member is the last owner' })
  async remove(
    @Account() account: AccountCaller,
    @Param('user_id') id: string,
    @Visitor() visitor: VisitorTraits,
  ): Promise<RemovedMemberDto> {
    return { api_keys: await this.members.remove(account, id, visitor), message: 'the account has been removed' };
  }
}
