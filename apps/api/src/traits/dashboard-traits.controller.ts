import { Body, Controller, Delete, Get, Param, Put, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { AtLeast, Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { AccountAccess } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { originOf } from '../http/request/request-context.js';
import { ManageTraits } from './manage-traits.js';
import { SetTraits } from './set-traits.js';
import { CustomerTraitsDto, FreedTraitDto, TraitListDto, TRAITS_BODY } from './trait.dto.js';
import { TraitNamePipe } from './trait-name.pipe.js';
import { TraitsPipe, type TraitsInput } from './traits.pipe.js';

/** Gives signed-in people the answers of `/traits` and `/customers/{external_id}/traits`, which need an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard')
export class DashboardTraitsController {
  constructor(
    private readonly setTraits: SetTraits,
    private readonly manageTraits: ManageTraits,
  ) {}

  @Put('customers/:external_id/traits')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Set numeric traits of a customer',
    description: 'Owners and admins only. Like PUT /customers/{external_id}/traits, for people who are signed in.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiBody(TRAITS_BODY)
  @ApiResponse({ status: 200, type: CustomerTraitsDto, description: 'All traits of the customer. The score follows within seconds' })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A name or a value is not allowed, or a name looks like personal data' })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'There is nothing about this customer' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'You would have more than 20 trait names' })
  set(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Body(TraitsPipe) input: TraitsInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerTraitsDto> {
    return this.setTraits.set(tenantId, externalId, input, originOf(response));
  }

  @Get('traits')
  @ApiOperation({ summary: 'List your trait names', description: 'Like GET /traits, for people who are signed in.' })
  @ApiResponse({ status: 200, type: TraitListDto })
  list(@Tenant() tenantId: TenantId): Promise<TraitListDto> {
    return this.manageTraits.list(tenantId);
  }

  @Delete('traits/:name')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Free a trait name',
    description: 'Owners and admins only. Like DELETE /traits/{name}, for people who are signed in.',
  })
  @ApiParam({ name: 'name', example: 'loyalty_points', description: 'From the list of your trait names' })
  @ApiResponse({ status: 200, type: FreedTraitDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no trait of this name' })
  free(@Tenant() tenantId: TenantId, @Param('name', TraitNamePipe) name: string, @Origin() origin: AuditOrigin): Promise<FreedTraitDto> {
    return this.manageTraits.free(tenantId, name, origin);
  }
}
