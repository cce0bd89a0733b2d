import { useQuery } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import type { DestinationDto } from '../../api/schema';
import { ForRole } from '../../components/for-role';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Skeleton } from '../../components/ui/skeleton';
import { DestinationCard } from './destination-card';
import { DestinationDialog } from './destination-dialog';
import { destinationsQuery } from './queries';
import { text as t } from './text';

/** The destination that is edited, or `new`; null while the dialog is closed. */
type Edited = DestinationDto | 'new' | null;

export function DestinationsPage() {
  const { data, error, refetch } = useQuery(destinationsQuery);
  const [edited, setEdited] = useState<Edited>(null);
  const add = (
    <ForRole least="admin">
      <Button onClick={() => setEdited('new')}>
        <Plus aria-hidden />
        {t.add}
      </Button>
    </ForRole>
  );
  return (
    <Page title={t.title} description={t.description} actions={data !== undefined && data.length > 0 && add}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-48" />}
      {data?.length === 0 && (
        <EmptyState Icon={Send} title={t.empty} action={add}>
          {t.emptyBody}
        </EmptyState>
      )}
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        {data?.map((destination) => (
          <DestinationCard key={destination.id} destination={destination} onEdit={() => setEdited(destination)} />
        ))}
      </div>
      {edited !== null && <DestinationDialog destination={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}
