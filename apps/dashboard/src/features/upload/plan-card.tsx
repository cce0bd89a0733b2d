import { useState } from 'react';
import { type FileMapping, MappingFault, NO_MAPPING, type Question, type Understanding } from '#libs/order-import';
import { useFormat, useMe } from '../../api/me';
import { ErrorPanel } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Progress } from '../../components/ui/progress';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { ColumnChoices } from './mapping/column-choices';
import { CurrencyNotice } from './currency-notice';
import { forgetMapping, keptMapping } from './mapping/kept-mapping';
import { MappingFile } from './mapping/mapping-file';
import { inspectPlanned, type UploadPlan } from './plan';
import { NumberChoices } from './mapping/number-choices';
import { PreviewTable } from './preview-table';
import { QuestionChoices } from './mapping/question-choices';
import { ReadingChoices } from './mapping/reading-choices';
import type { UploadReport } from './run-upload';
import type { Sample } from './sample';
import { StatusChoices } from './mapping/status-choices';
import { text } from './text';
import { UnreadableFile } from '../../shared/csv-files/open-csv';
import { Understood } from './understood';
import { useInspection } from './use-inspection';
import { type Preview, usePreview } from './use-preview';

const t = text.plan;

interface Props {
  readonly file: File;
  readonly sample: Sample;
  readonly plan: UploadPlan;
  readonly begun: UploadReport;
  readonly onPlan: (plan: UploadPlan) => void;
  /** Forgets what an earlier upload of the file has done. */
  readonly onForget: () => void;
  readonly onBegin: (plan: UploadPlan, found: Understanding) => void;
}

/** Shows how the file is read and what its first rows become, and begins the upload. */
export function PlanCard({ file, ...props }: Props) {
  const { found, isReading, part, error, retry } = useInspection(file, props.plan);
  if (error instanceof UnreadableFile || error instanceof MappingFault) return <Alert kind="bad">{error.message}</Alert>;
  if (error !== null) return <ErrorPanel error={error} onRetry={retry} />;
  if (found === null) return <ReadingCard part={part} />;
  return <UnderstoodCard {...props} file={file} found={found} isReading={isReading} />;
}

function ReadingCard({ part }: { readonly part: number }) {
  const percent = useFormat().percent(part);
  return (
    <Card>
      <CardBody className="grid gap-2">
        <Progress label={t.reading} value={part} />
        <p className="text-sm text-muted">{t.readingPart(percent)}</p>
      </CardBody>
    </Card>
  );
}

interface CardProps extends Props {
  readonly found: Understanding;
  readonly isReading: boolean;
}

const isAsked = (questions: readonly Question[], kind: Question['kind']): boolean => questions.some((question) => question.kind === kind);

function UnderstoodCard({ file, sample, plan, begun, onPlan, onForget, onBegin, found, isReading }: CardProps) {
  const format = useFormat();
  const [isByHand, setByHand] = useState(false);
  const { questions, summary } = found;
  const isUnknown = found.recognised === null;
  const preview = usePreview(sample, plan, found);
  // Nothing is uploaded before the preview could warn. Without an answer the upload itself says what is wrong.
  const isChecked = preview.rows !== null || preview.error !== null;
  // The shop may not know the first customers of a list, and know others.
  const isList = summary?.consents != null || (summary?.histories?.customers ?? 0) > 0;
  const isNothingReady = !isList && preview.rows !== null && preview.rows.every(({ state }) => state === 'left_out' || state === 'wrong');
  const setMapping = (mapping: FileMapping): void => onPlan({ ...plan, mapping });
  const showsColumns = isUnknown || isByHand || isAsked(questions, 'amount') || isAsked(questions, 'order_numbers');
  return (
    <Card>
      <CardHeader title={t.title} description={isUnknown ? t.unknown : t.recognised(found.title)}>
        {!showsColumns && (
          <Button look="quiet" size="small" onClick={() => setByHand(true)}>
            {t.byHand}
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid gap-5">
        {showsColumns && <ColumnChoices sample={sample} found={found} onMapping={setMapping} />}
        <ReadingChoices plan={plan} isPlain={found.layout === 'generic'} found={found} onPlan={onPlan} />
        {isAsked(questions, 'columns') && <Alert>{t.needed}</Alert>}
        {isAsked(questions, 'dates') && <Alert kind="warn">{t.slashesAsked}</Alert>}
        {isAsked(questions, 'decimals') && <Alert kind="warn">{t.decimalsAsked}</Alert>}
        <QuestionChoices questions={questions.filter(({ kind }) => kind !== 'columns')} mapping={plan.mapping} onMapping={setMapping} />
        <NumberChoices found={found} onMapping={setMapping} />
        <StatusChoices found={found} onMapping={setMapping} />
        <Understood found={found} currency={plan.currency} isByHand={showsColumns} />
        <KeptChoices file={file} plan={plan} header={found.header} onMapping={setMapping} />
        <CurrencyNotice currencies={preview.currencies} />
        {summary !== null && <FirstRows preview={preview} />}
        {isNothingReady && <Alert kind="warn">{text.preview.noneReady}</Alert>}
        {begun.line > 0 && (
          <Alert>
            {t.resume(format.number(begun.line))}{' '}
            <button type="button" className="font-medium text-accent hover:underline" onClick={onForget}>
              {t.again}
            </button>
          </Alert>
        )}
        <Button
          size="large"
          className="justify-self-start"
          disabled={isReading || questions.length > 0 || !isChecked || isNothingReady}
          onClick={() => onBegin(plan, found)}
        >
          {t.beginFile}
        </Button>
      </CardBody>
    </Card>
  );
}

/** The first rows are for those who doubt: twenty of many thousand say little about the file. */
function FirstRows({ preview }: { readonly preview: Preview }) {
  if (preview.error !== null) return <PreviewTable {...preview} />;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded py-1 text-sm font-medium text-accent">{text.preview.show}</summary>
      <div className="mt-2">
        <PreviewTable {...preview} />
      </div>
    </details>
  );
}

interface KeptProps {
  readonly file: File;
  readonly plan: UploadPlan;
  readonly header: readonly string[];
  readonly onMapping: (mapping: FileMapping) => void;
}

function KeptChoices({ file, plan, header, onMapping }: KeptProps) {
  const { id } = useMe().tenant;
  return (
    <MappingFile
      fileName={file.name}
      mapping={plan.mapping}
      isKept={keptMapping(id, header) !== null}
      onLoad={async (mapping) => {
        await inspectPlanned(file, { ...plan, mapping });
        onMapping(mapping);
      }}
      onForget={() => {
        forgetMapping(id, header);
        onMapping(NO_MAPPING);
      }}
    />
  );
}
