import { useQuery } from '@tanstack/react-query';
import { webhookQuery } from './queries';

/** Returns whether sending a campaign fails for lack of a webhook secret. False until the settings are loaded. */
export const useIsSecretMissing = (): boolean => useQuery(webhookQuery).data?.secret_set === false;
