import { useState } from 'react';
import type { Question, Understanding } from '#libs/order-import';
import { useFormat } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Skeleton } from '../../components/ui/skeleton';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { ColumnChoices } from './column-choices';
import { CurrencyNotice } from './currency-notice';
import type { UploadPlan } from './plan';
import { PreviewTable } from './preview-table';
import { QuestionChoices } from './question-choices';
import { ReadingChoices } from './reading-choices';
import type { UploadReport } from './run-upload';
import type { Sample } from './sample';
import { text } from './text';
import { UnreadableFile } from '../../shared/csv-files/open-csv';
import { problemText } from '../../text/problem-text';
import { Understood } from './understood';
import { useInspection } from './use-inspection';
import { usePreview } from './use-preview';

const t = text.plan;

interface Props {
  readonly file: File;
  readonly sample: Sample;
  readonly plan: UploadPlan;
  readonly begun: UploadReport;
  readonly onPlan: (plan: UploadPlan) => void;
  /** Forgets what an earlier upload of the file has done. */
  readonly onForget: () => void;
  readonly onBegin: (plan: UploadPlan) => void;
}

/** Shows how the file is read and what its first rows become, and begins the upload. */
export function PlanCard({ file, ...props }: Props) {
  const { found, isReading, error } = useInspection(file, props.plan);
  if (error !== null) return <Alert kind="bad">{error instanceof UnreadableFile ? error.message : problemText(error)}</Alert>;
  if (found === null) return <Skeleton className="h-64" />;
  return <UnderstoodCard {...props} found={found} isReading={isReading} />;
}

interface CardProps extends Omit<Props, 'file'> {
  readonly found: Understanding;
  readonly isReading: boolean;
}

const isAsked = (questions: readonly Question[], kind: Question['kind']): boolean => questions.some((question) => question.kind === kind);

function UnderstoodCard({ sample, plan, begun, onPlan, onForget, onBegin, found, isReading }: CardProps) {
  const format = useFormat();
  const [isByHand, setByHand] = useState(false);
  const { questions, summary } = found;
  const isUnknown = found.recognised === null;
  const preview = usePreview(sample, plan, found);
  // Nothing is uploaded before the preview could warn. Without an answer the upload itself says what is wrong.
  const isChecked = preview.rows !== null || preview.error !== null;
  const isNothingReady = preview.rows !== null && !preview.rows.some(({ state }) => state === 'taken' || state === 'known');
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
        {showsColumns && <ColumnChoices sample={sample} found={found} onMapping={(mapping) => onPlan({ ...plan, mapping })} />}
        <ReadingChoices plan={plan} isPlain={found.layout === 'generic'} found={found.writing} onPlan={onPlan} />
        {isAsked(questions, 'columns') && <Alert>{t.needed}</Alert>}
        {isAsked(questions, 'dates') && <Alert kind="warn">{t.slashesAsked}</Alert>}
        {isAsked(questions, 'decimals') && <Alert kind="warn">{t.decimalsAsked}</Alert>}
        <QuestionChoices
          questions={questions.filter(({ kind }) => kind !== 'columns')}
          mapping={plan.mapping}
          onMapping={(mapping) => onPlan({ ...plan, mapping })}
        />
        <Understood found={found} isByHand={showsColumns} />
        <CurrencyNotice currencies={preview.currencies} />
        {summary !== null && <PreviewTable {...preview} />}
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
          onClick={() => onBegin(plan)}
        >
          {t.beginFile}
        </Button>
      </CardBody>
    </Card>
  );
}
