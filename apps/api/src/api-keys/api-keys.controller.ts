import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { LIMITS, type TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { Account, type AccountCaller, FreshProof, Tenant } from '#libs/guards';
import { AccountAccess } from '../http/access/account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { ApiKeyDto, ApiKeyListDto, ChangeApiKeyDto, CreateApiKeyDto, CreatedApiKeyDto } from './api-key.dto.js';
import { ManageApiKeys } from './manage-api-keys.js';

const ID = { name: 'id', format: 'uuid', description: 'The id of the key' } as const;
const NO_KEY = 'There is no such key, or it has ended';

@ApiTags('Settings')
@AccountAccess('admin')
@Controller('tenant/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ManageApiKeys) {}

  @Get()
  @ApiOperation({ summary: 'List the API keys', description: 'Owners and admins only. Shows only the first characters of each key.' })
  @ApiResponse({ status: 200, type: ApiKeyListDto })
  list(@Tenant() tenantId: TenantId): Promise<ApiKeyListDto> {
    return this.keys.list(tenantId);
  }

  @Post()
  @FreshProof()
  @ApiOperation({
    summary: 'Create an API key',
    description: `Owners and admins only. Owners get a mail about it. The answer shows the key, and no other does. The scope of a key never changes. A tenant has at most ${LIMITS.namedApiKeys} valid keys beside its main key.`,
  })
  @ApiResponse({ status: 201, type: CreatedApiKeyDto })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another valid key has the name, or there are too many keys' })
  create(@Account() account: AccountCaller, @Body() body: CreateApiKeyDto, @Origin() origin: AuditOrigin): Promise<CreatedApiKeyDto> {
    return this.keys.create(account, body, origin);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Change name or expiry of an API key',
    description: 'Owners and admins only. Fields that you leave out stay as they are. A key that has ended stays so.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: ApiKeyDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: NO_KEY })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another valid key has the name' })
  change(
    @Account() account: AccountCaller,
    @Param('id') id: string,
    @Body() body: ChangeApiKeyDto,
    @Origin() origin: AuditOrigin,
  ): Promise<ApiKeyDto> {
    return this.keys.change(account, id, body, origin);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Revoke an API key',
    description:
      'Owners and admins only. Owners get a mail about it. Ends the key at once, also the main one. While Redis is away, it may work for five more seconds.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 204, description: 'The key has ended' })
  @ApiResponse({ status: 404, type: ErrorDto, description: NO_KEY })
  revoke(@Account() account: AccountCaller, @Param('id') id: string, @Origin() origin: AuditOrigin): Promise<void> {
    return this.keys.revoke(account, id, origin);
  }
}
