import type { Shop } from './shop.js';
import { endOf } from './jobs.js';

const NOTHING_READ = { rows: 1, orders: 1, customers: 1, first_at: null, last_at: null, amounts: [], statuses: [] };

/** Creates an upload. @returns its id */
export async function createUpload(shop: Shop, fileName = 'orders.csv', summary: object = NOTHING_READ): Promise<string> {
  const { body } = await shop.post('/events/uploads', { file_name: fileName, summary }).expect(201);
  return (body as { id: string }).id;
}

/** Sends events as a new upload and waits for their orders. @returns its id */
export async function upload(shop: Shop, events: readonly object[]): Promise<string> {
  const id = await createUpload(shop);
  await shop.post('/events', { events, backfill: true, upload_id: id, upload_done: true }).expect(202);
  await shop.settled();
  return id;
}

/** Removes what an upload brought, and waits until all is done and scored. */
export async function removeUpload(shop: Shop, id: string): Promise<void> {
  const { body } = await shop.delete(`/events/uploads/${id}`).expect(202);
  const job = await endOf(shop, (body as { job_id: string }).job_id, 60_000);
  if (job.status !== 'completed') throw new Error(`the removal ended as ${JSON.stringify(job)}`);
  await shop.settled();
}
