import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { DestinationDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { Progress } from '../../components/ui/progress';
import { size } from '../../format/size';
import { text } from './text';

const t = text.storage;

/** Shows the latest run of a storage: how far it has come, what it wrote, or why it failed. */
export function LastSnapshot({ run }: { readonly run: DestinationDto['last_snapshot'] }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  if (run === null) return <p className="border-t border-line pt-4 text-sm text-muted">{t.noRun}</p>;
  const isOpen = run.status === 'queued' || run.status === 'running';
  const figures = [
    [t.lastRun, run.finished_at === null ? t.statuses[run.status] : `${t.statuses[run.status]}, ${format.ago(run.finished_at, now)}`],
    [t.customers, run.status === 'failed' ? '–' : format.number(run.customers)],
    [t.size, run.bytes === null ? '–' : size(run.bytes, 'KB')],
  ];
  return (
    <>
      {run.error !== null && (
        <Alert kind={isOpen ? 'warn' : 'bad'}>
          <p>{run.error}</p>
          {isOpen && <p className="mt-1">{t.triesAgain}</p>}
        </Alert>
      )}
      {isOpen && <Progress label={t.progress} value={null} />}
      <dl className="grid grid-cols-2 gap-4 border-t border-line pt-4 text-sm sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
