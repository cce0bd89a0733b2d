import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { InvitationDto, InvitationListDto, InviteDto } from './member.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { Account, type AccountCaller, FreshProof, StrictRateLimitGuard, VerifiedOnly } from '#libs/guards';
import { OwnerAccess } from '../../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { Invite } from './invite.js';

@ApiTags('Members')
@OwnerAccess()
@Controller('members/invitations')
export class InvitationsController {
  constructor(private readonly invitations: Invite) {}

  @Post()
  @HttpCode(201)
  // Each invitation goes to a person who may not know us.
  @UseGuards(StrictRateLimitGuard)
  @FreshProof()
  @VerifiedOnly()
  @ApiOperation({
    summary: 'Invite a person by mail',
    description:
      'Owners with a verified e-mail address only. Replaces an earlier invitation of the same address. An invitation is valid for seven days. An address gets at most five such mails per hour. A tenant sends at most one hundred per day.',
  })
  @ApiResponse({ status: 201, type: InvitationDto })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The address is already a member, or too many invitations are open' })
  invite(@Account() account: AccountCaller, @Body() body: InviteDto, @Visitor() visitor: VisitorTraits): Promise<InvitationDto> {
    return this.invitations.invite(account, body, visitor);
  }

  @Get()
  @ApiOperation({ summary: 'List open invitations', description: 'Owners only.' })
  @ApiResponse({ status: 200, type: InvitationListDto })
  list(@Account() account: AccountCaller): Promise<InvitationListDto> {
    return this.invitations.list(account);
  }

  @Delete(':invitation_id')
  @ApiOperation({ summary: 'Revoke an invitation', description: 'Owners only. The link in the mail stops working.' })
  @ApiParam({ name: 'invitation_id', format: 'uuid', description: 'From GET /members/invitations' })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The tenant has no such invitation' })
  async revoke(
    @Account() account: AccountCaller,
    @Param('invitation_id') id: string,
    @Visitor() visitor: VisitorTraits,
  ): Promise<MessageDto> {
    await this.invitations.revoke(account, id, visitor);
    return { message: 'the invitation has been taken back' };
  }
}
