import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { AuditOrigin } from '#libs/tenants';
import { type Caller, CurrentCaller } from '#libs/guards';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Origin } from '../../http/request/audit-origin.js';
import { ExternalIdPipe } from '../external-id.pipe.js';
import { CustomerAliasesDto, JoinAliasDto } from './alias.dto.js';
import { JoinAliases } from './join-aliases.js';
import { KeyAccess } from '../../http/access/key-access.js';

@ApiTags('Customers')
@KeyAccess('ingest')
@Controller('customers')
export class AliasesController {
  constructor(private readonly joinAliases: JoinAliases) {}

  @Post(':external_id/aliases')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Join two identifiers of one person',
    description:
      'Makes the alias another identifier of the customer, before or after events of either. From then on both have one score, one history and one place in lists, and `GET` of the alias answers with the customer. Events may go on naming either one. No webhook is sent for the change itself. Repeating a request changes nothing. An alias has no aliases; a customer has at most 20. With a key that may not read, the answer names the alias of the request alone, unknown identifiers make no difference, and a refusal gives no reason.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiResponse({ status: 200, type: CustomerAliasesDto, description: 'All aliases of the customer. The score follows within seconds' })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The alias is not an identifier, or is that of the customer itself' })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'Neither identifier is known. Keys that may not read do not get this answer' })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description:
      'The alias belongs to another customer or has aliases of its own, the customer has 20 already, or one of the two is being erased',
  })
  join(
    @CurrentCaller() caller: Caller,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Body() { alias }: JoinAliasDto,
    @Origin() origin: AuditOrigin,
  ): Promise<CustomerAliasesDto> {
    return this.joinAliases.join(caller, externalId, alias, origin);
  }

  @Delete(':external_id/aliases/:alias')
  @ApiOperation({
    summary: 'Take an alias back',
    description:
      'Makes the alias a customer of its own again, with everything that was sent under it before and after it was joined. Possible for 30 days. Traits that were set meanwhile stay with the customer. No webhook is sent for the change itself. With a key that may not read, the answer is the same where there was no such alias.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiParam({ name: 'alias', example: 'guest-1042', description: 'The alias, percent-encoded' })
  @ApiResponse({
    status: 200,
    type: CustomerAliasesDto,
    description: 'The other aliases of the customer. The scores follow within seconds',
  })
  @ApiResponse({
    status: 404,
    type: ErrorDto,
    description: 'The customer has no such alias. Keys that may not read do not get this answer',
  })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'The alias was joined more than 30 days ago, or one of the two is being erased',
  })
  separate(
    @CurrentCaller() caller: Caller,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Param('alias', ExternalIdPipe) alias: string,
    @Origin() origin: AuditOrigin,
  ): Promise<CustomerAliasesDto> {
    return this.joinAliases.separate(caller, externalId, alias, origin);
  }
}
