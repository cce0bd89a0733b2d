import { BillingController } from './billing.controller.js';
import { ChangePlan } from './change-plan.js';
import { FlushUsage } from './flush-usage.js';
import { GetBilling } from './get-billing.js';

/** What the module is told of plans and their use. */
export const BILLING_CONTROLLERS = [BillingController];
export const BILLING_PROVIDERS = [GetBilling, ChangePlan, FlushUsage];
