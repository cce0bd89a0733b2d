import { Body, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { TenantId } from '#libs/core';
import { JobDto, JobListDto, RecalculateDto, RecalculationDto } from '#libs/dto';
import { LargeBody, NeedsScope, Tenant } from '#libs/guards';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';
import { OptionalBody } from '../http/body/optional-body.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { originOf } from '../http/request/request-context.js';
import { GetJob } from './get-job.js';
import { Recalculate } from './recalculate.js';
import { RecalculatePipe, type RecalculateInput } from './recalculate.pipe.js';

@ApiTags('Churn')
@KeyOrAccountAccess('churn', 'read')
export class ChurnJobsController {
  constructor(
    private readonly getJob: GetJob,
    private readonly recalculate: Recalculate,
  ) {}

  @Get('jobs')
  @ApiOperation({ summary: 'List running and recent jobs', description: 'Includes recalculations and erasures.' })
  @ApiResponse({ status: 200, type: JobListDto })
  jobs(@Tenant() tenantId: TenantId): Promise<JobListDto> {
    return this.getJob.latest(tenantId);
  }

  @Get('jobs/:job_id')
  @ApiOperation({
    summary: 'Get the progress of a job',
    description: 'A job is a recalculation, an erasure or an export of the tenant. The service keeps it for 30 days after its end.',
  })
  @ApiParam({ name: 'job_id', format: 'uuid', description: 'From the answer that started the job' })
  @ApiResponse({ status: 200, type: JobDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such job, or it ended more than 30 days ago' })
  job(@Tenant() tenantId: TenantId, @Param('job_id') jobId: string): Promise<JobDto> {
    return this.getJob.get(tenantId, jobId);
  }

  @Post('recalculate')
  @NeedsScope('all')
  @HttpCode(202)
  @LargeBody()
  @OptionalBody()
  @ApiOperation({
    summary: 'Recalculate scores',
    description:
      'Recalculates the named customers, or all. Scores also follow new events without this call. At most one job over all customers runs at a time.',
  })
  @ApiBody({ type: RecalculateDto, required: false, description: 'Without a body, the job covers all customers' })
  @ApiResponse({
    status: 202,
    type: RecalculationDto,
    description: 'The job. For all customers, this is the job that already runs, if there is one',
  })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not as described, or names too many customers' })
  start(
    @Tenant() tenantId: TenantId,
    @Body(RecalculatePipe) input: RecalculateInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecalculationDto> {
    return this.recalculate.start(tenantId, input, originOf(response));
  }
}
