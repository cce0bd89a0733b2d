import { Link } from '@tanstack/react-router';
import { useIsSecretMissing } from '../../api/webhook-secret';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.page;

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
