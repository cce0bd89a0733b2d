import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { BillingDto, ChangePlanDto } from './billing.dto.js';
import { Account, type AccountCaller, AtLeast, Tenant } from '#libs/guards';
import { AccountAccess } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { ChangePlan } from './change-plan.js';
import { GetBilling } from './get-billing.js';

@ApiTags('Billing')
@AccountAccess()
@Controller('billing')
export class BillingController {
  constructor(
    private readonly getBilling: GetBilling,
    private readonly changePlan: ChangePlan,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the plan and its usage', description: 'Shows the usage of this month and the limits of the plan.' })
  @ApiResponse({ status: 200, type: BillingDto })
  get(@Tenant() tenantId: TenantId): Promise<BillingDto> {
    return this.getBilling.get(tenantId);
  }

  @Post('plan')
  @HttpCode(200)
  @AtLeast('owner')
  @ApiOperation({
    summary: 'Change the plan',
    description:
      'Owners only. A smaller plan applies within seconds. A larger one is a request: `requested_plan` shows it, and the plan changes when the operator of the service confirms it. The present plan withdraws a request. This call takes no payment.',
  })
  @ApiResponse({ status: 200, type: BillingDto })
  change(@Account() account: AccountCaller, @Body() { plan }: ChangePlanDto, @Origin() origin: AuditOrigin): Promise<BillingDto> {
    return this.changePlan.change(account, plan, origin);
  }
}
