import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhookQuery } from '../../api/queries';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.page;

/** Says that nothing can be sent as long as there is nothing to sign with. */
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
