import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/me';
import { Progress } from '../../components/ui/progress';
import { resyncQuery } from './queries';
import { text as t } from './text';

/** Shows how far the resync has come; nothing while none runs. */
export function ResyncProgress({ jobId }: { readonly jobId: string | null }) {
  const format = useFormat();
  const { data: job } = useQuery(resyncQuery(jobId));
  if (job === undefined || (job.status !== 'queued' && job.status !== 'running')) return null;
  return (
    <div className="grid gap-2 text-sm">
      <p>{t.resyncing(format.number(job.processed), format.number(job.queued))}</p>
      <Progress label={t.resyncProgress} value={job.queued === 0 ? null : job.processed / job.queued} />
    </div>
  );
}
