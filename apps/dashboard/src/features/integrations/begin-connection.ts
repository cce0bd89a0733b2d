import { answerOf, api } from '../../api/client';
import type { IntegrationsDto } from '../../api/schema';

export type Platform = IntegrationsDto['available_platforms'][number];

/** Leaves for the page of the platform on which the access is allowed; from there people come back to the page of integrations. */
export async function beginConnection(shop: string, platform?: Platform): Promise<void> {
  const body = { shop, ...(platform !== undefined && { platform }) };
  const { authorize_url: address } = await answerOf(api.POST('/integrations/storefront/connect', { body }));
  location.assign(address);
}
