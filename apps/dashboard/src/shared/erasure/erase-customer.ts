import { answerOf, api } from '../../api/client';

const LOOK_EVERY_MS = 500;
const LOOKS = 20;

/** Erases a customer, and waits until lists do not show the customer any more. It stops waiting after 10 s, because a large customer takes longer. */
export async function eraseCustomer(externalId: string): Promise<void> {
  const { job_id: jobId } = await answerOf(
    api.DELETE('/dashboard/customers/{external_id}', { params: { path: { external_id: externalId } } }),
  );
  for (let look = 0; look < LOOKS; look += 1) {
    const { status } = await answerOf(api.GET('/dashboard/churn/jobs/{job_id}', { params: { path: { job_id: jobId } } }));
    if (status === 'completed' || status === 'failed') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
