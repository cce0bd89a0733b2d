import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Tenant } from '#libs/guards';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { DigestDto, DigestQuery } from './digest.dto.js';
import { GetDigest } from './get-digest.js';
import { KeyAccess } from '../../http/access/key-access.js';

@ApiTags('Churn')
@KeyAccess('read')
@Controller('churn/digest')
export class GetDigestController {
  constructor(private readonly getDigest: GetDigest) {}

  @Get()
  @ApiOperation({
    summary: 'Get the news of a week',
    description: 'The same that people get by mail and in Slack on Mondays: who slips away, who came back, and what campaigns brought.',
  })
  @ApiResponse({ status: 200, type: DigestDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'There is no such week, or it has not begun' })
  get(@Tenant() tenantId: TenantId, @Query() { week }: DigestQuery): Promise<DigestDto> {
    return this.getDigest.get(tenantId, week);
  }
}
