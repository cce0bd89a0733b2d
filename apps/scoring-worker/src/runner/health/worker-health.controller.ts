import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Readiness } from '#libs/observability';
import { Liveness } from '#libs/platform';

@Controller('health')
export class WorkerHealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly liveness: Liveness,
  ) {}

  @Get()
  health(): object {
    return { status: 'ok' };
  }

  @Get('live')
  live(@Res({ passthrough: true }) response: Response): object {
    const report = this.liveness.report();
    if (report.status === 'stuck') response.status(503);
    return report;
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const report = await this.readiness.check();
    if (report.status === 'unavailable') response.status(503);
    return report;
  }
}
