import { Controller, Get, HttpCode, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '#libs/config';
import { PLAN_IDS, PLANS } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { AnyQuery } from '../http/request/query.interceptor.js';
import { HealthDto, LivenessDto, ReadinessDto } from './health.dto.js';
import { PlanListDto } from './plan.dto.js';
import { RateLimitGuard } from '#libs/guards';
import { Readiness } from '#libs/observability';
import { Liveness } from '#libs/platform';

@ApiTags('Public')
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly liveness: Liveness,
    private readonly config: Config,
  ) {}

  @Get('health')
  @AnyQuery()
  @HttpCode(200)
  @ApiOperation({ summary: 'Check that the process runs', description: 'Answers without asking the database or Redis.' })
  @ApiResponse({ status: 200, type: HealthDto })
  health(): HealthDto {
    return { status: 'ok' };
  }

  @Get('health/live')
  @AnyQuery()
  @ApiOperation({
    summary: 'Check that no restart is needed',
    description:
      'Answers 503 when no connection of the process to the database or to Redis has got an answer for a minute although a new connection gets one. While these servers are away it answers 200, because a restart does not help.',
  })
  @ApiResponse({ status: 200, type: LivenessDto, description: 'A restart would not help' })
  @ApiResponse({ status: 503, type: LivenessDto, description: 'Restart the process; `stuck` names what it cannot reach' })
  live(@Res({ passthrough: true }) response: Response): LivenessDto {
    const report = this.liveness.report();
    if (report.status === 'stuck') response.status(503);
    return report;
  }

  @Get('health/ready')
  @AnyQuery()
  @ApiOperation({
    summary: 'Check that the process is ready',
    description:
      'Asks the database and Redis, and checks that no score request has waited too long and that the clock agrees with the one of the database. The process serves requests also while `score_requests` or `clock` fails.',
  })
  @ApiResponse({ status: 200, type: ReadinessDto, description: 'Every part answers' })
  @ApiResponse({ status: 503, type: ReadinessDto, description: 'A part does not answer; `failing` names it' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessDto> {
    const report = await this.readiness.check();
    if (report.status === 'unavailable') response.status(503);
    return report;
  }

  @Get('plans')
  @AnyQuery()
  @UseGuards(RateLimitGuard)
  @ApiOperation({ summary: 'List the plans, their limits and their prices' })
  @ApiResponse({ status: 200, type: PlanListDto })
  @ApiResponse({ status: 429, type: ErrorDto, description: 'More requests within a minute than an address may send' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'Requests cannot be counted' })
  plans(): PlanListDto {
    return {
      registration: this.config.auth.registration,
      data: PLAN_IDS.map((id) => [id, PLANS[id]] as const).map(([id, plan]) => ({
        id,
        name: plan.name,
        requests_per_minute: plan.requestsPerMinute,
        max_batch: plan.maxBatch,
        price: this.config.planPrices[id] ?? null,
      })),
    };
  }
}
