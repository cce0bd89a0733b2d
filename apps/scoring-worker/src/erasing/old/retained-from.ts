import { localDay, startOfLocalDay } from '#libs/core';

/** The columns of a tenant that decide what is kept. */
export interface RetentionSetting {
  readonly timezone: string;
  /** Null: everything is kept. */
  readonly retention_months: number | null;
}

/** Returns the instant from which data is kept: the start of a month in the time zone of the tenant. Null without the setting. */
export function retainedFrom({ timezone, retention_months: months }: RetentionSetting, now: Date): Date | null {
  if (months === null) return null;
  const [year, month] = localDay(now, timezone).split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  return startOfLocalDay(first.toISOString().slice(0, 10), timezone);
}
