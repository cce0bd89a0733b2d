import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Account, type AccountCaller, AtLeast, Tenant } from '#libs/guards';
import type { AuditOrigin } from '#libs/tenants';
import { AccountAccess } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { ManageUploads } from './manage-uploads.js';
import { CreateUploadDto, RemovalDto, UploadDto, UploadsDto } from './upload.dto.js';
import { BAD_UPLOAD, CREATE_UPLOAD, NO_UPLOAD, REMOVAL, REMOVE_UPLOAD, UPLOAD_ID } from './uploads.controller.js';

/** Does what `/events/uploads` does, for signed-in people. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/uploads')
export class DashboardUploadsController {
  constructor(private readonly uploads: ManageUploads) {}

  @Get()
  @ApiOperation({ summary: 'List uploads', description: 'Files of orders that people and programs have sent.' })
  @ApiResponse({ status: 200, type: UploadsDto })
  list(@Tenant() tenantId: TenantId): Promise<UploadsDto> {
    return this.uploads.list(tenantId);
  }

  @Post()
  @AtLeast('admin')
  @ApiOperation({ summary: 'Create an upload', description: `Owners and admins only. ${CREATE_UPLOAD}` })
  @ApiResponse({ status: 201, type: UploadDto })
  @ApiResponse(BAD_UPLOAD)
  create(@Account() { tenantId, userId }: AccountCaller, @Body() body: CreateUploadDto): Promise<UploadDto> {
    return this.uploads.create(tenantId, body, { userId, keyPrefix: null });
  }

  @Delete(':upload_id')
  @AtLeast('admin')
  @HttpCode(202)
  @ApiOperation({ summary: 'Remove what an upload brought', description: `Owners and admins only. ${REMOVE_UPLOAD}` })
  @ApiParam(UPLOAD_ID)
  @ApiResponse(REMOVAL)
  @ApiResponse(NO_UPLOAD)
  remove(@Tenant() tenantId: TenantId, @Param('upload_id') uploadId: string, @Origin() origin: AuditOrigin): Promise<RemovalDto> {
    return this.uploads.remove(tenantId, uploadId, origin);
  }
}
