import { Body, Delete, Get, Param, Put, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { AtLeast, type Caller, CurrentCaller, mayRead, NeedsScope, Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { originOf } from '../http/request/request-context.js';
import { ManageTraits } from './manage-traits.js';
import { SetTraits } from './set-traits.js';
import { CustomerTraitsDto, FreedTraitDto, TraitListDto, TRAITS_BODY } from './trait.dto.js';
import { TraitNamePipe } from './trait-name.pipe.js';
import { TraitsPipe, type TraitsInput } from './traits.pipe.js';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';

@ApiTags('Traits')
@KeyOrAccountAccess('')
export class TraitsController {
  constructor(
    private readonly setTraits: SetTraits,
    private readonly manageTraits: ManageTraits,
  ) {}

  @Put('customers/:external_id/traits')
  @NeedsScope('ingest')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Set numeric traits of a customer',
    description:
      'Traits that you leave out keep their values. A value counts from today (UTC) on. The model uses a trait only where a replay of your own past improves with it. Repeating a request changes nothing. At most 20 names for all your customers. With a key that may not read, the answer has the traits of the request alone, also for a customer whom no event has named.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiBody(TRAITS_BODY)
  @ApiResponse({
    status: 200,
    type: CustomerTraitsDto,
    description: 'All traits of the customer; those of the request for a key that may not read. The score follows within seconds',
  })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A name or a value is not allowed, or a name looks like personal data' })
  @ApiResponse({
    status: 404,
    type: ErrorDto,
    description: 'The service has never received an event of this customer. Keys that may not read do not get this answer',
  })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'You would have more than 20 trait names' })
  set(
    @CurrentCaller() caller: Caller,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Body(TraitsPipe) input: TraitsInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerTraitsDto> {
    const set = mayRead(caller) ? this.setTraits.set.bind(this.setTraits) : this.setTraits.setUnread.bind(this.setTraits);
    return set(caller.tenantId, externalId, input, originOf(response));
  }

  @Get('traits')
  @NeedsScope('read')
  @ApiOperation({ summary: 'List your trait names', description: 'Says of each whether your current model uses it.' })
  @ApiResponse({ status: 200, type: TraitListDto })
  list(@Tenant() tenantId: TenantId): Promise<TraitListDto> {
    return this.manageTraits.list(tenantId);
  }

  @Delete('traits/:name')
  @NeedsScope('all')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Free a trait name',
    description:
      'The values of all customers count no more, and are deleted in the next night. All customers get a new score if the model used the trait.',
  })
  @ApiParam({ name: 'name', example: 'loyalty_points', description: 'From the list of your trait names' })
  @ApiResponse({ status: 200, type: FreedTraitDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no trait of this name' })
  free(@Tenant() tenantId: TenantId, @Param('name', TraitNamePipe) name: string, @Origin() origin: AuditOrigin): Promise<FreedTraitDto> {
    return this.manageTraits.free(tenantId, name, origin);
  }
}
