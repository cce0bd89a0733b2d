import { Body, Controller, Delete, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { ConfirmationDto } from '../accounts/confirmation/confirmation.dto.js';
import { BodyOnDelete } from '../http/body/optional-body.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { DeletionRequestedDto, TenantExportDto } from './tenant-data.dto.js';
import { Account, type AccountCaller, StrictRateLimitGuard } from '#libs/guards';
import { OwnerAccess } from '../http/access/account-access.js';
import { Visitor, type VisitorTraits } from '../http/request/visitor.js';
import { DeleteTenant } from './delete-tenant.js';
import { ExportTenant } from './export-tenant.js';

/** Actions that an owner must confirm with the password and the second factor. */
@ApiTags('Your data')
@OwnerAccess()
@Controller('tenant')
// The decorator below the others comes first: callers without a valid token are limited too.
@UseGuards(StrictRateLimitGuard)
export class ConfirmedActionsController {
  constructor(
    private readonly deleteTenant: DeleteTenant,
    private readonly exportTenant: ExportTenant,
  ) {}

  @Delete()
  @HttpCode(202)
  @BodyOnDelete()
  @ApiOperation({
    summary: 'Delete the tenant and all its data',
    description:
      'Owners only, with the password and the second factor. Everything works on for 7 days, in which an owner can cancel. Then sessions, keys and the shop connection end, and the service deletes every row of the tenant. All owners get a mail.',
  })
  @ApiResponse({ status: 202, type: DeletionRequestedDto, description: 'A repeated request does not change the day' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Two-factor authentication is locked after too many wrong codes' })
  delete(
    @Account() account: AccountCaller,
    @Body() body: ConfirmationDto,
    @Visitor() visitor: VisitorTraits,
  ): Promise<DeletionRequestedDto> {
    return this.deleteTenant.request(account, body, visitor);
  }

  @Post('export')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Export all data of the tenant',
    description:
      'Owners only, with the password and the second factor. A job writes one gzip file of JSON lines. All owners get a mail now, and another one when it is ready. The file replaces the one before it, and is kept for 7 days.',
  })
  @ApiResponse({ status: 202, type: TenantExportDto })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'An export is under way, or two-factor authentication is locked after too many wrong codes',
  })
  export(@Account() account: AccountCaller, @Body() body: ConfirmationDto, @Visitor() visitor: VisitorTraits): Promise<TenantExportDto> {
    return this.exportTenant.start(account, body, visitor);
  }
}
