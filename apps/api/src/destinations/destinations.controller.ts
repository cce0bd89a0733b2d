import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { Account, type AccountCaller, AtLeast, FreshProof, Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { AccountAccess } from '../http/access/account-access.js';
import { ViewersSeeHosts } from '../http/access/viewers-see-hosts.js';
import { OptionalBody } from '../http/body/optional-body.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { CausedBy } from '../http/request/caused-by.js';
import { DeliveryDetailDto, TestWebhookDto } from '../webhooks/deliveries/webhook-delivery.dto.js';
import {
  ChangeDestinationDto,
  CreateDestinationDto,
  DestinationDto,
  DestinationProfilesDto,
  DestinationsDto,
  ResyncDto,
} from './destination.dto.js';
import { ManageDestinations } from './manage-destinations.js';
import { TestDestination } from './test-destination.js';

const ID = { name: 'id', format: 'uuid', description: 'From GET /settings/destinations' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'You have no such destination' };
const INVALID = { status: 400, type: ErrorDto, description: 'A field is not valid. For a URL, the message names the rule that it breaks' };

@ApiTags('Settings')
@AccountAccess()
@ViewersSeeHosts()
@Controller('settings/destinations')
export class DestinationsController {
  constructor(
    private readonly destinations: ManageDestinations,
    private readonly testDestination: TestDestination,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List destinations', description: 'Places outside that get your scores, with their health.' })
  @ApiResponse({ status: 200, type: DestinationsDto })
  async list(@Tenant() tenantId: TenantId): Promise<DestinationsDto> {
    return { data: await this.destinations.list(tenantId) };
  }

  @Post()
  @AtLeast('admin')
  @FreshProof()
  @ApiOperation({
    summary: 'Create a destination',
    description:
      'Owners and admins only; at most 10. A storage gets its first files at once. The first webhook is the one of GET /settings/webhook. All webhooks are signed with your webhook secret. One for Shopify needs a connected shop and stays off until the shop, connected again, allows to change customers.',
  })
  @ApiResponse({ status: 201, type: DestinationDto })
  @ApiResponse(INVALID)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'You have 10 destinations, another one has this URL, or there is no Shopify shop to write to',
  })
  create(@Account() caller: AccountCaller, @Body() body: CreateDestinationDto, @Origin() origin: AuditOrigin): Promise<DestinationDto> {
    return this.destinations.create(caller, body, origin);
  }

  @Get('profiles')
  @ApiOperation({
    summary: 'Count the profiles that match',
    description:
      'How many customers a destination with profiles (Klaviyo, Shopify) would get, before you add one. Klaviyo finds a profile by its `external_id`, which must be your `customer_id`, and creates those that it does not know.',
  })
  @ApiResponse({ status: 200, type: DestinationProfilesDto })
  profiles(@Tenant() tenantId: TenantId): Promise<DestinationProfilesDto> {
    return this.destinations.profiles(tenantId);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a destination' })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: DestinationDto })
  @ApiResponse(UNKNOWN)
  get(@Tenant() tenantId: TenantId, @Param('id') id: string): Promise<DestinationDto> {
    return this.destinations.get(tenantId, id);
  }

  @Patch(':id')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Change a destination',
    description:
      'Owners and admins only. Fields that are left out stay as they are. Deliveries that wait go to the new URL. A new URL starts with a clean record: the service enables a destination again that it had disabled.',
  })
  @FreshProof()
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: DestinationDto })
  @ApiResponse(INVALID)
  @ApiResponse(UNKNOWN)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'Another destination has this URL, or the shop does not allow to change customers',
  })
  change(
    @Account() caller: AccountCaller,
    @Param('id') id: string,
    @Body() body: ChangeDestinationDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<DestinationDto> {
    return this.destinations.change(caller, id, body, origin, cause);
  }

  @Delete(':id')
  @AtLeast('admin')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a destination',
    description: 'Owners and admins only. Deliveries that wait become dead letters; its history stays in the list of deliveries.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 204 })
  @ApiResponse(UNKNOWN)
  async remove(
    @Account() caller: AccountCaller,
    @Param('id') id: string,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<void> {
    await this.destinations.remove(caller, id, origin, cause);
  }

  @Post(':id/resync')
  @AtLeast('admin')
  @HttpCode(202)
  @OptionalBody()
  @ApiOperation({
    summary: 'Push all profiles or files again',
    description:
      'Owners and admins only. For destinations that keep profiles, and for a storage, which gets a new set of files. A resync also begins by itself when the destination is new, gets a new key or is switched on again, and after an import, a new model, another currency or a freed trait. While one runs, the answer is that one.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 202, type: ResyncDto })
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The destination keeps neither profiles nor files, or is switched off' })
  resync(@Account() caller: AccountCaller, @Param('id') id: string, @Origin() origin: AuditOrigin): Promise<ResyncDto> {
    return this.destinations.resync(caller, id, origin);
  }

  @Post(':id/test')
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Send a test to a destination',
    description:
      'Sends a made-up event to a webhook at once. Posts a test message to Slack. Writes a small file into a storage and deletes it. For the other kinds, checks the key without changing anything. There is one attempt.',
  })
  @ApiParam(ID)
  @ApiBody({ type: TestWebhookDto, required: false })
  @ApiResponse({ status: 200, type: DeliveryDetailDto, description: 'The test was sent; `status` says whether it was accepted' })
  @ApiResponse(UNKNOWN)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'The webhook secret is missing, or the shop does not allow to change customers',
  })
  test(
    @Account() caller: AccountCaller,
    @Param('id') id: string,
    @Body() body: TestWebhookDto,
    @CausedBy() cause: JobOrigin,
  ): Promise<DeliveryDetailDto> {
    return this.testDestination.send(caller, id.toLowerCase(), body, cause);
  }
}
