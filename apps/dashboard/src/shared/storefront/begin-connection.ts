import { answerOf, api } from '../../api/client';
import type { IntegrationsDto } from '../../api/schema';

export type Platform = IntegrationsDto['available_platforms'][number];

/** Opens the page of the platform that asks for access. The platform sends the user back to the integrations page. */
export async function beginConnection(shop: string, platform?: Platform): Promise<void> {
  const body = { shop, ...(platform !== undefined && { platform }) };
  const { authorize_url: address } = await answerOf(api.POST('/integrations/storefront/connect', { body }));
  location.assign(address);
}
