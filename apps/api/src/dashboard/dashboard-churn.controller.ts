import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { TenantId } from '#libs/core';
import { AnalyticsDto, AnalyticsQuery, JobDto, JobListDto, ModelDto, RecalculateDto, RecalculationDto, ScoreHistogramDto } from '#libs/dto';
import { ErrorDto } from '../http/error.dto.js';
import { PlanBody, Tenant } from '#libs/guards';
import { ChurnAnalytics } from '../churn/churn-analytics.js';
import { GetJob } from '../churn/get-job.js';
import { GetModel } from '../churn/get-model.js';
import { Recalculate } from '../churn/recalculate.js';
import { RecalculatePipe, type RecalculateInput } from '../churn/recalculate.pipe.js';
import { ScoreHistogram } from '../churn/score-histogram.js';
import { AccountAccess } from '../http/account-access.js';
import { originOf } from '../http/request-context.js';

/** What `/churn` answers to the key of a tenant, for its people. */
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
  @ApiOperation({ summary: 'As GET /churn/analytics' })
  @ApiResponse({ status: 200, type: AnalyticsDto })
  analytics(@Tenant() tenantId: TenantId, @Query() { period }: AnalyticsQuery): Promise<AnalyticsDto> {
    return this.churnAnalytics.get(tenantId, period);
  }

  @Get('score-histogram')
  @ApiOperation({ summary: 'How many customers have which score', description: 'To try label thresholds before they are set.' })
  @ApiResponse({ status: 200, type: ScoreHistogramDto })
  histogram(@Tenant() tenantId: TenantId): Promise<ScoreHistogramDto> {
    return this.scoreHistogram.get(tenantId);
  }

  @Get('model')
  @ApiOperation({ summary: 'As GET /churn/model' })
  @ApiResponse({ status: 200, type: ModelDto })
  model(@Tenant() tenantId: TenantId): Promise<ModelDto> {
    return this.getModel.get(tenantId);
  }

  @Get('jobs')
  @ApiOperation({ summary: 'What the service works on for you, and has worked on last' })
  @ApiResponse({ status: 200, type: JobListDto })
  jobs(@Tenant() tenantId: TenantId): Promise<JobListDto> {
    return this.getJob.latest(tenantId);
  }

  @Get('jobs/:job_id')
  @ApiOperation({ summary: 'As GET /churn/jobs/{job_id}' })
  @ApiParam({ name: 'job_id', format: 'uuid' })
  @ApiResponse({ status: 200, type: JobDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such job, or had it more than 30 days ago' })
  job(@Tenant() tenantId: TenantId, @Param('job_id') jobId: string): Promise<JobDto> {
    return this.getJob.get(tenantId, jobId);
  }

  @Post('churn/recalculate')
  @HttpCode(202)
  @PlanBody()
  @ApiOperation({ summary: 'As POST /churn/recalculate' })
  @ApiBody({ type: RecalculateDto })
  @ApiResponse({ status: 202, type: RecalculationDto })
  start(
    @Tenant() tenantId: TenantId,
    @Body(RecalculatePipe) input: RecalculateInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecalculationDto> {
    return this.recalculate.start(tenantId, input, originOf(response));
  }
}
