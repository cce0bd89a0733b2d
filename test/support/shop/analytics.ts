import type { Shop } from './shop.js';

export interface Totals {
  readonly distribution: { readonly critical: number; readonly high: number; readonly medium: number; readonly low: number };
  readonly avg_score: string;
  readonly at_risk_count: number;
  readonly expected_revenue: string;
  readonly revenue_at_risk: string;
}

export interface DayTotals extends Totals {
  readonly date: string;
}

/** The analytics as the API returns them. */
export interface Analytics extends Totals {
  readonly period: string;
  readonly currency: string;
  readonly trends: readonly DayTotals[];
  readonly previous_period: DayTotals | null;
  readonly at_risk_customers: readonly { readonly external_id: string }[];
}

export async function analyticsOf(shop: Shop, period = '30d'): Promise<Analytics> {
  const response = await shop.get(`/churn/analytics?period=${period}`);
  if (response.status !== 200) throw new Error(`no analytics: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as Analytics;
}
