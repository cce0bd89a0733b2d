import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { ChurnDetailDto } from '../../api/schema';

/** @returns null if the customer does not exist. */
export async function readChurn(externalId: string): Promise<ChurnDetailDto | null> {
  try {
    return await answerOf(api.GET('/dashboard/customers/{external_id}/churn', { params: { path: { external_id: externalId } } }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}
