import { useQuery } from '@tanstack/react-query';
import { webhookQuery } from './queries';

/** Returns whether sending a campaign fails because there is no webhook secret. False until the settings are loaded. */
export const useIsSecretMissing = (): boolean => useQuery(webhookQuery).data?.secret_set === false;
