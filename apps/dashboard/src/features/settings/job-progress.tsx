import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Alert } from '../../components/ui/alert';
import { jobQuery } from './queries';
import { text } from './text';

const t = text.job;

/** Shows the progress of the job that applies changed settings to the scores. */
export function JobProgress({ jobId }: { readonly jobId: string }) {
  const queries = useQueryClient();
  const { data: job } = useQuery(jobQuery(jobId));
  const status = job?.status;
  useEffect(() => {
    if (status !== 'completed') return;
    for (const subject of ['customers', 'analytics']) void queries.invalidateQueries({ queryKey: [subject] });
  }, [status, queries]);
  if (status === 'completed') return <Alert kind="good">{t.done}</Alert>;
  if (status === 'failed') return <Alert kind="warn">{t.failed}</Alert>;
  return (
    <Alert title={t.running(job?.processed ?? 0, job?.queued ?? 0)}>
      <progress
        className="my-1.5 h-1.5 w-full accent-(--accent)"
        value={job?.processed ?? 0}
        max={job?.queued || 1}
        aria-label={t.progress}
      />
      <p>{t.quiet}</p>
    </Alert>
  );
}
