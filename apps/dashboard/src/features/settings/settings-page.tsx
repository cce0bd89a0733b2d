import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ForRole, LockedBelow } from '../../components/for-role';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { BandsCard } from './bands-card';
import { ControlCard } from './control-card';
import { DataCard } from './data-card';
import { EventDataCard } from './event-data-card';
import { HorizonCard } from './horizon-card';
import { JobProgress } from './job-progress';
import { settingsQuery } from './queries';
import { RetentionCard } from './retention-card';
import { ShopCard } from './shop-card';
import { WeeklyMailCard } from './weekly-mail-card';
import { text as t } from './text';

export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const [jobId, setJobId] = useState<string | null>(null);
  return (
    <Page title={t.title} description={t.description}>
      <div className="grid max-w-4xl gap-6">
        {jobId !== null && <JobProgress key={jobId} jobId={jobId} />}
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-96" />}
        {data !== undefined && (
          <LockedBelow least="admin">
            <BandsCard settings={data} onJob={setJobId} />
            <HorizonCard settings={data} onJob={setJobId} />
            <ShopCard settings={data} onJob={setJobId} />
            <ControlCard settings={data} onJob={setJobId} />
            <EventDataCard settings={data} onJob={setJobId} />
            <RetentionCard settings={data} onJob={setJobId} />
          </LockedBelow>
        )}
        <WeeklyMailCard />
        <ForRole least="owner">
          <DataCard />
        </ForRole>
      </div>
    </Page>
  );
}
