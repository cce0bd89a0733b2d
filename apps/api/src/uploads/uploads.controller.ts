import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { AtLeast, type Caller, CurrentCaller, NeedsScope, Tenant } from '#libs/guards';
import type { AuditOrigin } from '#libs/tenants';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { ManageUploads } from './manage-uploads.js';
import { CreateUploadDto, RemovalDto, UploadDto, UploadsDto } from './upload.dto.js';

const UPLOAD_ID = { name: 'upload_id', format: 'uuid', description: 'From the list of uploads' };

@ApiTags('Events')
@KeyOrAccountAccess('events/uploads')
export class UploadsController {
  constructor(private readonly uploads: ManageUploads) {}

  @Get()
  @NeedsScope('read')
  @ApiOperation({ summary: 'List uploads', description: 'Files of orders that people and programs have sent.' })
  @ApiResponse({ status: 200, type: UploadsDto })
  list(@CurrentCaller() caller: Caller): Promise<UploadsDto> {
    return this.uploads.list(caller);
  }

  @Post()
  @NeedsScope('import')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Create an upload',
    description:
      'Names a file before you send it. Batches with its id as `upload_id` belong to it, and all that they bring can be removed again. The list keeps the newest 1,000.',
  })
  @ApiResponse({ status: 201, type: UploadDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A field is not valid' })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateUploadDto): Promise<UploadDto> {
    return this.uploads.create(caller, body);
  }

  @Delete(':upload_id')
  @NeedsScope('all')
  @AtLeast('admin')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Remove what an upload brought',
    description:
      'Removes the events that the upload alone has brought. What something else has brought too stays, and what the upload has corrected is again as before. Orders and scores follow, without webhooks; customers of whom nothing is left go. From now on batches of the upload get 409.',
  })
  @ApiParam(UPLOAD_ID)
  @ApiResponse({ status: 202, type: RemovalDto, description: 'The job. Asking again returns the same one' })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such upload' })
  remove(@Tenant() tenantId: TenantId, @Param('upload_id') uploadId: string, @Origin() origin: AuditOrigin): Promise<RemovalDto> {
    return this.uploads.remove(tenantId, uploadId, origin);
  }
}
