import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import { ErrorPanel } from '../../components/page';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { recentErrorsQuery } from './event-queries';
import { withKeys } from './event-table';
import { text } from './text';

const t = text.errors;

/** Shows what was rejected within the last hour. */
export function ErrorsCard() {
  const { data, error, refetch } = useQuery(recentErrorsQuery);
  const format = useFormat();
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid gap-3 text-sm">
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-16" />}
        {data?.data.length === 0 && <p className="text-muted">{t.none}</p>}
        {data !== undefined && data.data.length > 0 && (
          <ul className="grid gap-2">
            {withKeys(data.data).map(({ key, event: { received_at: at, event_id: id, reason, further } }) => (
              <li key={key}>
                <span className="break-words">{reason}</span>
                <span className="block text-xs text-muted">
                  {[format.dateTime(at), id, further > 0 ? text.events.further(further) : null].filter((part) => part !== null).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
        <Link to="/developers/events" className="w-fit font-medium text-accent hover:underline">
          {t.all}
        </Link>
      </CardBody>
    </Card>
  );
}
