import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { ChangePlan } from './change-plan.js';
import { FlushUsage } from './flush-usage.js';
import { GetBilling } from './get-billing.js';

@Module({ controllers: [BillingController], providers: [GetBilling, ChangePlan, FlushUsage] })
export class BillingModule {}
