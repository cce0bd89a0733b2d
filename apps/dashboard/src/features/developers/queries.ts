import { answerOf, api } from '../../api/client';
import { orNull } from '../../api/or-null';
import type { ChurnDetailDto } from '../../api/schema';

/** @returns null if the customer does not exist. */
export const readChurn = (externalId: string): Promise<ChurnDetailDto | null> =>
  orNull(answerOf(api.GET('/dashboard/customers/{customer_id}/churn', { params: { path: { customer_id: externalId } } })));
