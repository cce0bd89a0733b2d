import { unreadColumns } from '#libs/order-import';
import { useFormat } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { ColumnChoices } from './column-choices';
import { CurrencyNotice } from './currency-notice';
import { completedPlan, isReadable, repeatedNames, type UploadPlan, writingIn } from './plan';
import { PreviewTable } from './preview-table';
import { ReadingChoices } from './reading-choices';
import type { UploadReport } from './run-upload';
import type { Sample } from './sample';
import { text } from './text';
import { usePreview } from './use-preview';

const t = text.plan;
/** The names of unread columns that a reader looks through. */
const NAMED_COLUMNS = 10;

interface Props {
  readonly sample: Sample;
  readonly plan: UploadPlan;
  readonly begun: UploadReport;
  readonly onPlan: (plan: UploadPlan) => void;
  /** Forgets what an earlier upload of the file has done. */
  readonly onForget: () => void;
  readonly onBegin: (plan: UploadPlan) => void;
}

/** Shows how the file is read and what its first rows become, and begins the upload. */
export function PlanCard({ sample, plan, begun, onPlan, onForget, onBegin }: Props) {
  const format = useFormat();
  const found = writingIn(sample, plan);
  const readPlan = completedPlan(plan, found);
  const isDateAsked = found.slashes === 'unknown' && plan.slashes === null;
  const isAmountAsked = found.decimals === 'unknown' && plan.decimals === null;
  const repeated = plan.format === null ? [] : repeatedNames(sample);
  const unread = plan.format === null ? [] : unreadColumns(plan.format, sample.header, sample.rows);
  const preview = usePreview(sample, readPlan);
  // Nobody uploads before the preview could warn. Without an answer the upload itself says what is wrong.
  const isChecked = preview.rows !== null || preview.error !== null;
  const isNothingReady = preview.rows !== null && !preview.rows.some(({ state }) => state === 'taken' || state === 'known');
  return (
    <Card>
      <CardHeader title={t.title} description={plan.format === null ? t.unknown : t.recognised[plan.format]}>
        {plan.format !== null && (
          <Button look="quiet" size="small" onClick={() => onPlan({ ...plan, format: null })}>
            {t.byHand}
          </Button>
        )}
      </CardHeader>
      <CardBody className="grid gap-5">
        {plan.format === null && (
          <ColumnChoices sample={sample} mapping={plan.mapping} onMapping={(mapping) => onPlan({ ...plan, mapping })} />
        )}
        <ReadingChoices plan={plan} found={found} onPlan={onPlan} />
        {!isReadable(plan) && <Alert>{t.needed}</Alert>}
        {isDateAsked && <Alert kind="warn">{t.slashesAsked}</Alert>}
        {isAmountAsked && <Alert kind="warn">{t.decimalsAsked}</Alert>}
        {repeated.length > 0 && <Alert kind="warn">{t.repeated(repeated)}</Alert>}
        {unread.length > 0 && (
          <p className="text-sm break-words text-muted">
            {t.unread(unread.slice(0, NAMED_COLUMNS), Math.max(0, unread.length - NAMED_COLUMNS))}
          </p>
        )}
        <CurrencyNotice currencies={preview.currencies} />
        {isReadable(plan) && <PreviewTable {...preview} />}
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
          disabled={!isReadable(plan) || isDateAsked || isAmountAsked || !isChecked || isNothingReady}
          onClick={() => onBegin(readPlan)}
        >
          {t.beginFile}
        </Button>
      </CardBody>
    </Card>
  );
}
