import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AcceptInvitationDto } from './member.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { LoginReplyDto } from '../sessions/session.dto.js';
import { StrictRateLimitGuard } from '#libs/guards';
import { ApiPublicAccess } from '../../http/access/public-access.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { setAuthCookies } from '../sessions/auth-cookies.js';
import { KnownDevices } from '../sign-in/known-devices.js';
import { AcceptInvitation } from './accept-invitation.js';

@ApiTags('Members')
@ApiPublicAccess()
@Controller('auth')
@UseGuards(StrictRateLimitGuard)
export class AcceptInvitationController {
  constructor(
    private readonly invitation: AcceptInvitation,
    private readonly devices: KnownDevices,
  ) {}

  @Post('accept-invitation')
  @HttpCode(201)
  @ApiOperation({
    summary: 'Accept an invitation',
    description:
      'Needs the token from the mail. Creates an account with the invited address and signs it in. The token proves that the mailbox is yours, so an account with the address that was never verified is removed.',
  })
  @ApiResponse({ status: 201, type: LoginReplyDto })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The address has an account already' })
  async accept(
    @Body() body: AcceptInvitationDto,
    @Visitor() visitor: VisitorTraits,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginReplyDto> {
    const reply = await this.invitation.accept(body, visitor);
    setAuthCookies(response, reply);
    this.devices.mark(response, reply.user.email);
    return reply;
  }
}
