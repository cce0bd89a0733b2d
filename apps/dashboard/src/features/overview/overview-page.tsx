import { useQuery } from '@tanstack/react-query';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { text } from '../../text/en';
import { GettingStarted } from './getting-started';
import { anyCustomerQuery } from './queries';

export function OverviewPage() {
  const { data: hasCustomers, error, refetch } = useQuery(anyCustomerQuery);
  return (
    <Page title={text.overview.title}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {hasCustomers === undefined && error === null && <Skeleton className="h-72" />}
      {hasCustomers === false && <GettingStarted />}
    </Page>
  );
}
