import { Module } from '@nestjs/common';
import { BillingController } from './billing.controller.js';
import { ChangePlan } from './change-plan.js';
import { FlushUsage } from './flush-usage.js';
import { MailModule } from '../mail/mail.module.js';
import { TellOfStorage } from './tell-of-storage.js';
import { GetBilling } from './get-billing.js';

@Module({ controllers: [BillingController], imports: [MailModule], providers: [GetBilling, ChangePlan, FlushUsage, TellOfStorage] })
export class BillingModule {}
