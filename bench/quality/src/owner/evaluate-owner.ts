import { tasksOf, type ShopPlan } from '../backtest/evaluate-shop.js';
import type { ShopLog } from '../logs/read-shop-log.js';
import { defaultHorizon } from '#libs/scoring';
import { answerTask } from './answer-task.js';
import { nextOrderCoverage } from './next-order-coverage.js';
import { OwnerTally, type OwnerFindings } from './owner-findings.js';

/** Checks what the owner of a shop would have read on past days: reasons, money and lifecycle. Null for a log that is too short. */
export function evaluateOwner(shop: ShopLog, plan: ShopPlan): OwnerFindings | null {
  const tasks = tasksOf(shop, plan);
  if (tasks.length === 0) return null;
  const tally = new OwnerTally();
  for (const task of tasks) tally.add(answerTask(shop.history, task, plan.seed));
  return { ...tally.findings(), nextOrder: nextOrderCoverage(shop, defaultHorizon(shop.history), plan.seed) };
}
