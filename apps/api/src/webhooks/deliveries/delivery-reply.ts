import { notFound } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { DeliveryDetailDto, DeliveryDto } from './webhook-delivery.dto.js';
import { type DeliveryRow, findDelivery } from './list-deliveries.sql.js';

/** The plain fields of a delivery, which the interface calls a delivery record. */
export const toDelivery = (row: DeliveryRow): Pick<DeliveryDto, keyof DeliveryDto> => ({
  id: row.id,
  event: row.event,
  status: row.status,
  url: row.url,
  customer_id: row.customer_id,
  campaign_id: row.campaign_id,
  destination_id: row.destination_id,
  attempts: row.attempts,
  max_attempts: row.max_attempts,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  last_status_code: row.last_status_code,
  last_error: row.last_error,
  duration_ms: row.duration_ms,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  dead_letter_reason: row.dead_letter_reason,
});

/** @throws AppError `not_found` when the tenant does not have this delivery. */
export async function readDetail(db: TenantDb, id: string): Promise<DeliveryDetailDto> {
  const row = await findDelivery(db, id);
  if (row === null) throw notFound('delivery');
  const payload = row.body === null ? null : (JSON.parse(row.body) as Record<string, unknown>);
  return { ...toDelivery(row), payload, attempts_log: row.attempts_log };
}
