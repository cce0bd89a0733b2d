import { type FileMapping, plainStatus, STATUS_KINDS, type StatusKind, type Understanding, withAnswers } from '#libs/order-import';
import { FormField } from '../../../components/form-field';
import { Alert } from '../../../components/ui/alert';
import { Select } from '../../../components/ui/select';
import { text } from '../text';

const t = text.plan;
/** The statuses that a reader looks through. */
const NAMED_STATUSES = 20;
const KINDS = STATUS_KINDS.map((value) => ({ value, label: t.statusKinds[value] }));

interface Props {
  readonly found: Understanding;
  readonly onMapping: (mapping: FileMapping) => void;
}

/** Lists the statuses that are not known for sure, and lets the owner say what they mean. */
export function StatusChoices({ found: { statuses, mapping }, onMapping }: Props) {
  const decided = mapping.statuses ?? {};
  const listed = statuses.filter(({ status, isKnown }) => !isKnown || plainStatus(status) in decided);
  if (listed.length === 0) return null;
  const choose = (status: string, kind: StatusKind): void => onMapping(withAnswers(mapping, { statuses: { [plainStatus(status)]: kind } }));
  return (
    <section aria-label={t.statuses} className="grid gap-3">
      {listed.some(({ isKnown }) => !isKnown) && <Alert kind="warn">{t.unknownStatuses}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {listed.slice(0, NAMED_STATUSES).map(({ status, rows, kind }) => (
          <FormField key={status} label={t.statusRows(status, rows)}>
            {({ id }) => <Select<StatusKind> id={id} value={kind} options={KINDS} onChange={(next) => choose(status, next)} />}
          </FormField>
        ))}
      </div>
      {listed.length > NAMED_STATUSES && <p className="text-sm text-muted">{t.moreStatuses(listed.length - NAMED_STATUSES)}</p>}
    </section>
  );
}
