import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhookQuery } from '../../api/queries';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.page;

/** Returns whether sending fails because there is no webhook secret. False until the settings are loaded. */
export const useIsSecretMissing = (): boolean => useQuery(webhookQuery).data?.secret_set === false;

/** Warns that a campaign cannot be sent without a webhook secret. */
export function SecretNote() {
  if (!useIsSecretMissing()) return null;
  return (
    <Alert kind="warn">
      {t.noSecret}{' '}
      <Link to="/webhooks" className="font-medium underline">
        {t.makeSecret}
      </Link>
    </Alert>
  );
}
