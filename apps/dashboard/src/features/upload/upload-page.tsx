import { useState } from 'react';
import { useMayAs, useMe } from '../../api/me';
import { Page } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { BackLink } from './back-link';
import { FileCard } from './file-card';
import { forgetProgress, keepProgress, keptProgress } from './kept-progress';
import { keepMapping, keptMapping } from './mapping/kept-mapping';
import { openCsv, UnreadableFile } from '../../shared/csv-files/open-csv';
import { PlanCard } from './plan-card';
import { proposedPlan, type UploadPlan } from './plan';
import { ReportCard } from './report-card';
import { NOTHING_DONE, type UploadReport } from './run-upload';
import { readSample, type Sample } from './sample';
import { text as t } from './text';
import { UploadsCard } from './uploads/uploads-card';
import { useUpload } from './use-upload';
import type { Understanding } from '#libs/order-import';

interface Chosen {
  readonly file: File;
  readonly sample: Sample;
  readonly plan: UploadPlan;
  /** The report of an earlier upload of the file. */
  readonly begun: UploadReport;
  /** The understanding of the file when its upload began. */
  readonly found: Understanding | null;
}

/** Returns the first rows with the encoding of a plan, which may be another than before. */
const sampleAs = async ({ mapping }: UploadPlan, { file, sample, plan }: Pick<Chosen, 'file' | 'sample' | 'plan'>): Promise<Sample> =>
  mapping.encoding === plan.mapping.encoding ? sample : readSample(await openCsv(file, mapping.encoding ?? null));

/** Opens a file with the choices of an earlier upload of it, or of a file with the same columns. @throws UnreadableFile */
async function openChosen(file: File, tenant: { id: string; currency: string; timezone: string }): Promise<Chosen> {
  const guessed = await readSample(await openCsv(file));
  const begun = await keptProgress(tenant.id, file);
  const plan = begun?.plan ?? proposedPlan(tenant, keptMapping(tenant.id, guessed.header));
  const sample = await sampleAs(plan, { file, sample: guessed, plan: proposedPlan(tenant) });
  return { file, sample, plan, begun: begun?.report ?? NOTHING_DONE, found: null };
}

/** Uploads a file of orders, which the browser reads. */
export function UploadPage() {
  const mayUpload = useMayAs('admin');
  const { tenant } = useMe();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useUpload({
    onProgress: (file, begun) => void keepProgress(tenant.id, file, begun),
    onDone: (file) => void forgetProgress(tenant.id, file),
  });
  const open = async (file: File, opened = () => openChosen(file, tenant)): Promise<void> => {
    setProblem(null);
    upload.reset();
    try {
      setChosen(await opened());
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      setChosen(null);
      setProblem(`${file.name}: ${error.message}`);
    }
  };
  const isIdle = upload.state.phase === 'idle';
  return (
    <Page title={t.title} description={t.description} above={<BackLink />}>
      {!mayUpload && <Alert>{t.adminsOnly}</Alert>}
      {mayUpload && (
        <div className="grid grid-cols-1 gap-6">
          {isIdle && <FileCard chosen={chosen?.file ?? null} problem={problem} onFile={(file) => void open(file)} />}
          {isIdle && chosen !== null && (
            <PlanCard
              {...chosen}
              onPlan={(plan) => void open(chosen.file, async () => ({ ...chosen, plan, sample: await sampleAs(plan, chosen) }))}
              onForget={() => {
                void forgetProgress(tenant.id, chosen.file);
                setChosen({ ...chosen, begun: NOTHING_DONE });
              }}
              onBegin={(plan, found) => {
                keepMapping(tenant.id, chosen.sample.header, plan.mapping);
                setChosen({ ...chosen, plan, found });
                void upload.begin({ file: chosen.file, plan, found }, chosen.begun);
              }}
            />
          )}
          {!isIdle && chosen !== null && chosen.found !== null && (
            <ReportCard
              state={upload.state}
              fileName={chosen.file.name}
              onStop={upload.stop}
              onContinue={() => void upload.begin({ ...chosen, found: chosen.found! }, upload.state.report)}
              onAnother={() => {
                upload.reset();
                setChosen(null);
              }}
            />
          )}
        </div>
      )}
      {isIdle && <UploadsCard />}
    </Page>
  );
}
