import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { Account, type AccountCaller, AtLeast, FreshProof, StrictRateLimitGuard, VerifiedOnly } from '#libs/guards';
import { AccountAccess } from '../../http/access/account-access.js';
import { OptionalBody } from '../../http/body/optional-body.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { MessageDto } from '../../http/message.dto.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { Members } from '../members/members.js';
import { RegistrationLimit } from '../sign-in/registration-limit.js';
import { JoinTenant } from './join-tenant.js';
import { OpenTenant } from './open-tenant.js';
import { OwnTenantDto } from '../users/own-tenant.dto.js';
import { JoinTenantDto, OpenedTenantDto, OpenTenantDto } from './own-tenants.dto.js';

@ApiTags('Accounts')
@AccountAccess('viewer')
@Controller('auth/tenants')
@UseGuards(StrictRateLimitGuard)
export class OwnTenantsController {
  constructor(
    private readonly opening: OpenTenant,
    private readonly joining: JoinTenant,
    private readonly members: Members,
    private readonly limit: RegistrationLimit,
  ) {}

  @Post()
  @HttpCode(201)
  @VerifiedOnly()
  @ApiOperation({
    summary: 'Open another tenant',
    description: `Creates a tenant with its first API key, and makes you its owner. You sign in as before, and get its tokens with POST /auth/switch. It counts as a registration: \`GET /plans\` says whether registration is open, and a network registers a limited number within a day. You can belong to ${LIMITS.tenantsPerPerson} tenants.`,
  })
  @ApiResponse({ status: 201, type: OpenedTenantDto, description: 'The API key is shown this once' })
  @ApiResponse({ status: 403, type: ErrorDto, description: 'Registration is not open, or your e-mail address is not verified' })
  @ApiResponse({ status: 409, type: ErrorDto, description: `You belong to ${LIMITS.tenantsPerPerson} tenants` })
  open(@Account() account: AccountCaller, @Body() body: OpenTenantDto, @Visitor() visitor: VisitorTraits): Promise<OpenedTenantDto> {
    return this.limit.counted(visitor.address, () => this.opening.open(account, body, visitor));
  }

  @Post('join')
  @HttpCode(201)
  @VerifiedOnly()
  @ApiOperation({
    summary: 'Join a tenant that invited you',
    description:
      'Needs the token from the mail of an invitation to your address. You keep your password, your second factor and your other tenants.',
  })
  @ApiResponse({ status: 201, type: OwnTenantDto })
  @ApiResponse({ status: 403, type: ErrorDto, description: 'Another address is invited, or yours is not verified' })
  @ApiResponse({ status: 409, type: ErrorDto, description: `You are a member already, or belong to ${LIMITS.tenantsPerPerson} tenants` })
  join(@Account() account: AccountCaller, @Body() { token }: JoinTenantDto, @Visitor() visitor: VisitorTraits): Promise<OwnTenantDto> {
    return this.joining.join(account, token, visitor);
  }

  @Post('leave')
  @HttpCode(200)
  @AtLeast('viewer')
  @FreshProof()
  @OptionalBody()
  @ApiOperation({
    summary: 'Leave this tenant',
    description:
      'Your sessions here, and the invitations that you sent, end at once. Your other tenants stay. Without another one your account is removed.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'You are the last owner' })
  async leave(@Account() account: AccountCaller, @Visitor() visitor: VisitorTraits): Promise<MessageDto> {
    await this.members.leave(account, visitor);
    return { message: 'you have left the tenant' };
  }
}
