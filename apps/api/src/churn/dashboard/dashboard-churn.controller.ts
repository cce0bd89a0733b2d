import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { TenantId } from '#libs/core';
import { AnalyticsDto, AnalyticsQuery, JobDto, JobListDto, ModelDto, RecalculateDto, RecalculationDto, ScoreHistogramDto } from '#libs/dto';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { LargeBody, Tenant } from '#libs/guards';
import { ChurnAnalytics } from '../churn-analytics.js';
import { GetJob } from '../get-job.js';
import { GetModel } from '../get-model.js';
import { Recalculate } from '../recalculate.js';
import { RecalculatePipe, type RecalculateInput } from '../recalculate.pipe.js';
import { ScoreHistogram } from '../score-histogram.js';
import { OptionalBody } from '../../http/body/optional-body.js';
import { AccountAccess } from '../../http/access/account-access.js';
import { originOf } from '../../http/request/request-context.js';

/** Gives signed-in people the answers of `/churn`, which needs an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard')
export class DashboardChurnController {
  constructor(
    private readonly churnAnalytics: ChurnAnalytics,
    private readonly getJob: GetJob,
    private readonly getModel: GetModel,
    private readonly recalculate: Recalculate,
    private readonly scoreHistogram: ScoreHistogram,
  ) {}

  @Get('analytics')
  @ApiOperation({ summary: 'Get churn analytics', description: 'Like GET /churn/analytics, for people who are signed in.' })
  @ApiResponse({ status: 200, type: AnalyticsDto })
  analytics(@Tenant() tenantId: TenantId, @Query() { period }: AnalyticsQuery): Promise<AnalyticsDto> {
    return this.churnAnalytics.get(tenantId, period);
  }

  @Get('score-histogram')
  @ApiOperation({ summary: 'Get the distribution of scores', description: 'Helps you to try label thresholds before you set them.' })
  @ApiResponse({ status: 200, type: ScoreHistogramDto })
  histogram(@Tenant() tenantId: TenantId): Promise<ScoreHistogramDto> {
    return this.scoreHistogram.get(tenantId);
  }

  @Get('model')
  @ApiOperation({ summary: 'Get the model and its quality', description: 'Like GET /churn/model, for people who are signed in.' })
  @ApiResponse({ status: 200, type: ModelDto })
  model(@Tenant() tenantId: TenantId): Promise<ModelDto> {
    return this.getModel.get(tenantId);
  }

  @Get('jobs')
  @ApiOperation({ summary: 'List running and recent jobs', description: 'Includes recalculations and erasures.' })
  @ApiResponse({ status: 200, type: JobListDto })
  jobs(@Tenant() tenantId: TenantId): Promise<JobListDto> {
    return this.getJob.latest(tenantId);
  }

  @Get('jobs/:job_id')
  @ApiOperation({ summary: 'Get the progress of a job', description: 'Like GET /churn/jobs/{job_id}, for people who are signed in.' })
  @ApiParam({ name: 'job_id', format: 'uuid', description: 'From the answer that started the job' })
  @ApiResponse({ status: 200, type: JobDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such job, or it ended more than 30 days ago' })
  job(@Tenant() tenantId: TenantId, @Param('job_id') jobId: string): Promise<JobDto> {
    return this.getJob.get(tenantId, jobId);
  }

  @Post('churn/recalculate')
  @HttpCode(202)
  @LargeBody()
  @OptionalBody()
  @ApiOperation({ summary: 'Recalculate scores', description: 'Like POST /churn/recalculate, for people who are signed in.' })
  @ApiBody({ type: RecalculateDto, required: false, description: 'Without a body, the job covers all customers' })
  @ApiResponse({ status: 202, type: RecalculationDto })
  start(
    @Tenant() tenantId: TenantId,
    @Body(RecalculatePipe) input: RecalculateInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecalculationDto> {
    return this.recalculate.start(tenantId, input, originOf(response));
  }
}
