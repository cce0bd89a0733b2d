import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';
import type { IntegrationsDto } from './schema';

const WHILE_IMPORTING_MS = 2000;
const WHILE_WAITING_MS = 10_000;

/** The signed-in user and the shop. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => answerOf(api.GET('/auth/me')), staleTime: 5 * 60_000 });

/** The tenant, and whether it will be deleted. */
export const tenantQuery = queryOptions({ queryKey: ['tenant'], queryFn: () => answerOf(api.GET('/tenant')) });

export const billingQuery = queryOptions({ queryKey: ['billing'], queryFn: () => answerOf(api.GET('/billing')) });

export const membersQuery = queryOptions({ queryKey: ['members'], queryFn: async () => (await answerOf(api.GET('/members'))).data });

export const webhookQuery = queryOptions({ queryKey: ['webhook'], queryFn: () => answerOf(api.GET('/settings/webhook')) });

/** Polls while an import runs, the shop is still being set up, or its orders are not counted yet. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => answerOf(api.GET('/integrations')),
  refetchInterval: ({ state }) => intervalOf(state.data),
});

function intervalOf(integrations: IntegrationsDto | undefined): number | false {
  if (integrations === undefined) return false;
  if (integrations.import.state === 'running' || integrations.import.seconds_left !== null) return WHILE_IMPORTING_MS;
  // The service subscribes to webhooks right after the connection, and the first webhook may arrive at any time.
  const isSettling = integrations.status === 'pending' || integrations.webhooks.some(({ ok }) => !ok);
  const isUncounted = integrations.import.state === 'done' && integrations.order_counts === null;
  return isSettling || isUncounted ? WHILE_WAITING_MS : false;
}
