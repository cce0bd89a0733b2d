import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Readiness } from '#libs/observability';

@Controller('health')
export class WorkerHealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get()
  health(): object {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const report = await this.readiness.check();
    if (report.status === 'unavailable') response.status(503);
    return report;
  }
}
