import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { Progress } from 'radix-ui';
import { useFormat } from '../../api/me';
import type { JobDto } from '../../api/schema';
import { Card } from '../../components/ui/card';
import { text } from '../../text/en';
import { isUnderWay, jobsQuery } from './queries';

const t = text.overview.jobs;

/** What the service is working on right now. */
export function JobsBanner() {
  const { data: jobs = [] } = useQuery(jobsQuery);
  const underWay = jobs.filter(isUnderWay);
  if (underWay.length === 0) return null;
  return (
    <Card className="grid gap-3 px-5 py-4">
      {underWay.map((job) => (
        <JobLine key={job.job_id} job={job} />
      ))}
    </Card>
  );
}

function JobLine({ job: { type, queued, processed } }: { readonly job: JobDto }) {
  const format = useFormat();
  const done = queued === 0 ? 0 : Math.min(100, Math.round((processed / queued) * 100));
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5">
        <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />
        <span className="font-medium">{t[type]}</span>
        {queued > 1 && (
          <span className="ml-auto text-muted tabular-nums">{t.progress(format.number(processed), format.number(queued))}</span>
        )}
      </p>
      {queued > 1 && (
        <Progress.Root value={done} aria-label={t[type]} className="mt-2 h-1.5 overflow-hidden rounded-full bg-subtle">
          <Progress.Indicator className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${done}%` }} />
        </Progress.Root>
      )}
    </div>
  );
}
