import type { BacktestDto } from '../../api/schema';

/** The progress of calculating the past weeks of a shop. */
interface PastWeeks {
  readonly status: BacktestDto['status'];
  readonly done: number;
  readonly total: number;
}

/** The answer that is shown stays while newer weeks are calculated, so the status alone does not say it. */
export const areWeeksUnderWay = (past: PastWeeks | undefined): past is PastWeeks =>
  past !== undefined && (past.status === 'running' || (past.status === 'ready' && past.done < past.total));
