import { conflict } from '#libs/core';
import { Not, type TenantDb } from '#libs/database';
import { DestinationEntity } from '#libs/entities';

/** Two destinations with one URL would get everything twice. @throws AppError `conflict` when a destination other than `id` has the URL. */
export async function expectUrlFree(db: TenantDb, url: string, id: string): Promise<void> {
  if (await db.repository(DestinationEntity).exists({ url, id: Not(id) })) throw conflict('another destination has this url');
}
