import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { JobDto } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { GetJob } from './get-job.js';
import { KeyAccess } from '../http/access/key-access.js';

@ApiTags('Churn')
@KeyAccess('read')
@Controller('churn/jobs')
export class GetJobController {
  constructor(private readonly getJob: GetJob) {}

  @Get(':job_id')
  @ApiOperation({
    summary: 'Get the progress of a job',
    description: 'A job is a recalculation, an erasure or an export of the tenant. The service keeps it for 30 days after its end.',
  })
  @ApiParam({ name: 'job_id', format: 'uuid', description: 'From the answer that started the job' })
  @ApiResponse({ status: 200, type: JobDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such job, or it ended more than 30 days ago' })
  get(@Tenant() tenantId: TenantId, @Param('job_id') jobId: string): Promise<JobDto> {
    return this.getJob.get(tenantId, jobId);
  }
}
