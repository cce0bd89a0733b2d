import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { TenantId } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { RecalculateDto, RecalculationDto } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { OptionalBody } from '../http/body/optional-body.js';
import { originOf } from '../http/request/request-context.js';
import { Recalculate } from './recalculate.js';
import { RecalculatePipe, type RecalculateInput } from './recalculate.pipe.js';
import { KeyAccess } from '../http/access/key-access.js';

@ApiTags('Churn')
@KeyAccess('all')
@Controller('churn')
export class RecalculateController {
  constructor(private readonly recalculate: Recalculate) {}

  @Post('recalculate')
  @HttpCode(202)
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
