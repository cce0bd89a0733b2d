import { answerOf, api } from './client';
import { ApiProblem } from './problem';
import type { CustomerDto } from './schema';

/** Loads a customer; null when there is none. */
export async function customerOrNull(externalId: string): Promise<CustomerDto | null> {
  try {
    return await answerOf(api.GET('/dashboard/customers/{external_id}', { params: { path: { external_id: externalId } } }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}
