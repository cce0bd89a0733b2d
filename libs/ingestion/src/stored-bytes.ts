import type { TenantId } from '#libs/core';
import { STORAGE_QUOTA } from '#libs/observability';
import { QuotaExceeded, type StorageQuota } from '#libs/tenants';
import type { EventRow } from './validation/validate-event.js';

/** Bytes of a row, its index entries and what follows from it, without the texts that the sender chooses (docs/operations/sizing.md). */
const BYTES_OF_ROW = 300;

/** Returns the bytes that events take on disk, about. */
export const storedBytesIn = (rows: readonly EventRow[]): number =>
  rows.reduce(
    (bytes, { event }) => bytes + BYTES_OF_ROW + sizeOf(event.eventId) + sizeOf(event.externalId) + sizeOf(event.dataJson ?? ''),
    0,
  );

const sizeOf = (text: string): number => Buffer.byteLength(text);

/** @throws QuotaExceeded when the tenant may not store these events */
export async function expectRoom(quota: StorageQuota, tenantId: TenantId, rows: readonly EventRow[]): Promise<void> {
  try {
    await quota.expectRoom(tenantId, storedBytesIn(rows));
  } catch (error) {
    if (error instanceof QuotaExceeded) STORAGE_QUOTA.inc({ outcome: 'refused' });
    throw error;
  }
}
