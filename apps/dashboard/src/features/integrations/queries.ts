import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { IntegrationsDto } from '../../api/schema';

const WHILE_IMPORTING_MS = 2000;
const WHILE_WAITING_MS = 10_000;

/** What customers have asked for; owners only. */
export const dataRequestsQuery = queryOptions({
  queryKey: ['data-requests'],
  queryFn: () => answerOf(api.GET('/integrations/data-requests')),
});

/** Asked again and again while something is about to change. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => answerOf(api.GET('/integrations')),
  refetchInterval: ({ state }) => intervalOf(state.data),
});

function intervalOf(integrations: IntegrationsDto | undefined): number | false {
  if (integrations === undefined) return false;
  if (integrations.import.state === 'running') return WHILE_IMPORTING_MS;
  // Subscriptions are made right after the shop was connected, and a first webhook may come at any time.
  const isSettling = integrations.status === 'pending' || integrations.webhooks.some(({ ok }) => !ok);
  return isSettling ? WHILE_WAITING_MS : false;
}
