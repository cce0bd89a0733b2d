import { Controller, Delete, Get, Header, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { MessageDto } from '../http/message.dto.js';
import { LatestExportDto } from './tenant-data.dto.js';
import { Account, type AccountCaller, Tenant } from '#libs/guards';
import { OwnerAccess } from '../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../http/request/visitor.js';
import { DeleteTenant } from './delete-tenant.js';
import { DownloadExport } from './download-export.js';
import { ExportTenant } from './export-tenant.js';

@ApiTags('Your data')
@OwnerAccess()
@Controller('tenant')
export class TenantDataController {
  constructor(
    private readonly deleteTenant: DeleteTenant,
    private readonly exportTenant: ExportTenant,
    private readonly downloadExport: DownloadExport,
  ) {}

  @Delete('deletion')
  @ApiOperation({
    summary: 'Cancel the deletion of the tenant',
    description: 'Owners only, until the deletion begins. All owners get a mail.',
  })
  @ApiResponse({ status: 200, type: MessageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'Nobody has asked for the deletion' })
  async cancel(@Account() account: AccountCaller, @Visitor() visitor: VisitorTraits): Promise<MessageDto> {
    await this.deleteTenant.cancel(account, visitor);
    return { message: 'the tenant stays: its deletion is cancelled' };
  }

  @Get('export')
  @ApiOperation({ summary: 'Get the progress of the export', description: 'Owners only.' })
  @ApiResponse({ status: 200, type: LatestExportDto })
  latest(@Tenant() tenantId: TenantId): Promise<LatestExportDto> {
    return this.exportTenant.latest(tenantId);
  }

  @Get('export/file')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Download the file of the export',
    description:
      'Owners only. Gzip of JSON lines: first {"export":…} with what is left out, then {"table":…,"row":…} for each row, last {"end":…} with the number of rows of each table. A file without its last line is not complete.',
  })
  @ApiResponse({ status: 200, description: 'The file', content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } } })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'There is no complete file, or it was deleted after 7 days' })
  download(@Account() account: AccountCaller, @Visitor() visitor: VisitorTraits): Promise<StreamableFile> {
    return this.downloadExport.open(account, visitor);
  }
}
