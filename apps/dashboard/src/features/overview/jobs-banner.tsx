import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { Progress } from 'radix-ui';
import { useFormat } from '../../api/me';
import { integrationsQuery } from '../../api/queries';
import type { IntegrationsDto, JobDto } from '../../api/schema';
import { Card } from '../../components/ui/card';
import { isUnderWay, jobsQuery } from './queries';
import { text } from './text';

const t = text.jobs;

interface Work {
  readonly name: string;
  readonly done: number;
  /** null if it is not known yet. */
  readonly total: number | null;
  readonly progress: (done: string, all: string) => string;
}

function progressOf(type: JobDto['type']): Work['progress'] {
  if (type === 'export') return t.tableProgress;
  return type === 'remove_upload' ? t.entryProgress : t.progress;
}

function importOf({ done, total, customers, customers_total: all }: IntegrationsDto['import']): Work {
  return customers > 0
    ? { name: t.importCustomers, done: customers, total: all, progress: t.progress }
    : { name: t.import, done, total, progress: t.importProgress };
}

/** Lists the jobs that run now. */
export function JobsBanner() {
  const { data: jobs = [] } = useQuery(jobsQuery);
  const { data: integrations } = useQuery(integrationsQuery);
  const underWay: Work[] = jobs.filter(isUnderWay).map(({ type, processed, queued }) => ({
    name: t[type],
    done: processed,
    total: queued,
    progress: progressOf(type),
  }));
  if (integrations?.import.state === 'running') underWay.unshift(importOf(integrations.import));
  if (underWay.length === 0) return null;
  return (
    <Card className="grid gap-3 px-5 py-4">
      {underWay.map((work) => (
        <WorkLine key={work.name} work={work} />
      ))}
    </Card>
  );
}

function WorkLine({ work: { name, done, total, progress } }: { readonly work: Work }) {
  const format = useFormat();
  const isLong = total !== null && total > 1;
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5">
        <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />
        <span className="font-medium">{name}</span>
        {isLong && <span className="ml-auto text-muted tabular-nums">{progress(format.number(done), format.number(total))}</span>}
      </p>
      {isLong && <Bar name={name} percent={Math.min(100, Math.round((done / total) * 100))} />}
    </div>
  );
}

function Bar({ name, percent }: { readonly name: string; readonly percent: number }) {
  return (
    <Progress.Root value={percent} aria-label={name} className="mt-2 h-1.5 overflow-hidden rounded-full bg-subtle">
      <Progress.Indicator className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </Progress.Root>
  );
}
