import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhookQuery } from '../../api/queries';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.page;

/** Warns that a campaign cannot be sent without a webhook secret. */
export function SecretNote() {
  const { data } = useQuery(webhookQuery);
  if (data === undefined || data.secret_set) return null;
  return (
    <Alert kind="warn">
      {t.noSecret}{' '}
      <Link to="/webhooks" className="font-medium underline">
        {t.makeSecret}
      </Link>
    </Alert>
  );
}
