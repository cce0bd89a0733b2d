import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answerOf, api } from '../../api/client';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Progress } from '../../components/ui/progress';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { UnreadableFile } from '../../shared/csv-files/open-csv';
import type { UploadReport } from './run-upload';
import { text } from './text';
import { isRunning, type UploadState } from './use-upload';
import { WrongRowsList } from './wrong-rows-list';

const t = text.sending;
const NOTES: Partial<Record<UploadState['phase'], string>> = { matching: t.matching, stopping: t.stopping };
const LOOK_EVERY_MS = 3000;
/** A model follows within a minute or two. */
const LONGEST_WAIT_MS = 150_000;

interface Props {
  readonly state: UploadState;
  readonly fileName: string;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onAnother: () => void;
}

/** Shows how far the upload is, and what became of the rows. */
export function ReportCard({ state, fileName, onStop, onContinue, onAnother }: Props) {
  const { phase, report, error } = state;
  return (
    <Card>
      <CardHeader title={titleOf(state)} description={fileName}>
        {isRunning(state) && (
          <Button look="secondary" busy={phase === 'stopping'} onClick={onStop}>
            {t.stop}
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid gap-5">
        {isRunning(state) && (
          <div className="grid gap-2">
            <Progress label={t.titles.running} value={phase === 'matching' ? state.matched : report.part} />
            <p className="text-sm text-muted">{NOTES[phase] ?? t.keepOpen}</p>
          </div>
        )}
        {phase === 'failed' && <Alert kind="bad">{error instanceof UnreadableFile ? error.message : problemText(error)}</Alert>}
        {phase === 'stopped' && <Alert>{t.stopped}</Alert>}
        {phase !== 'matching' && <Counts report={report} />}
        {report.wrong.count > 0 && <WrongRowsList wrong={report.wrong} fileName={fileName} />}
        {(phase === 'stopped' || phase === 'failed') && (
          <Button className="justify-self-start" onClick={onContinue}>
            {phase === 'failed' ? commonText.tryAgain : t.resume}
          </Button>
        )}
        {phase === 'done' && <NextStep onAnother={onAnother} />}
      </CardBody>
    </Card>
  );
}

function titleOf({ phase }: UploadState): string {
  if (phase === 'done') return text.done.title;
  return phase === 'stopped' || phase === 'failed' ? t.titles[phase] : t.titles.running;
}

function Counts({ report }: { readonly report: UploadReport }) {
  const { accepted, corrected: changed, statuses, byType, duplicates, leftOut, wrong } = report;
  return (
    <div role="status">
      <ul className="grid gap-1 text-sm">
        <li className="font-medium">
          {text.done.accepted(accepted - changed)}
          {changed === 0 && byType.size > 0 && `: ${[...byType].map(([type, count]) => text.done.ofType(type, count)).join(', ')}`}
        </li>
        {changed > 0 && (
          <li className="font-medium">
            {byType.has('customer_history') ? text.done.changedCustomers(changed) : text.done.changed(changed)}
          </li>
        )}
        {duplicates > 0 && <li>{text.done.duplicates(duplicates)}</li>}
        {[...leftOut].map(([why, count]) => (
          <li key={why} className="text-muted">
            {text.done.left(count, why)}
          </li>
        ))}
        {statuses.map(({ status, rows, kind }) => (
          <li key={status}>{text.done.statusTaken(status, rows, kind)}</li>
        ))}
        {wrong.count > 0 && <li className="text-danger">{text.done.wrong(wrong.count)}</li>}
      </ul>
    </div>
  );
}

/** Waits for the model that learns from the whole file. A shop with very few customers gets none: then it says so. */
function NextStep({ onAnother }: { readonly onAnother: () => void }) {
  const [begunAt] = useState(() => performance.now());
  const { data } = useQuery({
    queryKey: ['model', 'after-upload', begunAt],
    queryFn: async () => {
      const { status, warnings } = await answerOf(api.GET('/dashboard/churn/model'));
      const { data: jobs } = await answerOf(api.GET('/dashboard/churn/jobs'));
      const isScoring = jobs.some((job) => job.status === 'queued' || job.status === 'running');
      return { isReady: status === 'fitted' && !isScoring, warnings: performance.now() - begunAt > LONGEST_WAIT_MS ? warnings : [] };
    },
    refetchInterval: LOOK_EVERY_MS,
  });
  const queries = useQueryClient();
  const isReady = data?.isReady === true;
  useEffect(() => {
    // Other pages still show what they knew before the upload.
    if (isReady) void queries.invalidateQueries();
  }, [isReady, queries]);
  return (
    <div className="grid justify-items-start gap-4">
      <ModelState isReady={isReady} warnings={data?.warnings ?? []} />
      <div className="flex flex-wrap gap-3">
        <Button asChild look={isReady ? 'primary' : 'secondary'}>
          <Link to="/">{text.done.overview}</Link>
        </Button>
        <Button look="secondary" onClick={onAnother}>
          {text.done.another}
        </Button>
      </div>
    </div>
  );
}

function ModelState({ isReady, warnings }: { readonly isReady: boolean; readonly warnings: readonly string[] }) {
  if (isReady) return <Alert kind="good">{text.done.ready}</Alert>;
  if (warnings.length > 0) return <Alert>{warnings.join(' ')}</Alert>;
  return (
    <p role="status" className="flex items-center gap-2.5 text-sm text-muted">
      <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
      {text.done.scoring}
    </p>
  );
}
