import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { SettingsDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { Choice } from '../../components/ui/tabs';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { useChangeSettings } from './queries';
import { text } from './text';

const t = text.retention;
const HOW = [
  { value: 'all', label: t.all },
  { value: 'some', label: t.some },
] as const;
const [SHORTEST, LONGEST, USUAL] = [13, 120, 24];

interface Props {
  readonly settings: SettingsDto;
  readonly onJob: (jobId: string) => void;
}

/** Chooses how long events and orders are kept. Asks before it removes more than until now. */
export function RetentionCard({ settings: { retention_months: saved, retained_from }, onJob }: Props) {
  const format = useFormat();
  const [how, setHow] = useState<'all' | 'some'>(saved === null ? 'all' : 'some');
  const [months, setMonths] = useState(String(saved ?? USUAL));
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeSettings(onJob);
  const wanted = how === 'all' ? null : Number(months);
  const isGood = wanted === null || (Number.isInteger(wanted) && wanted >= SHORTEST && wanted <= LONGEST);
  const removesMore = wanted !== null && (saved === null || wanted < saved);
  const save = (): void => change.mutate({ retention_months: wanted }, { onSuccess: () => setIsAsking(false) });
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid justify-items-start gap-4">
        {change.error !== null && !isAsking && <Alert kind="bad">{problemText(change.error)}</Alert>}
        <Choice label={t.label} value={how} options={HOW} onChange={setHow} />
        {how === 'some' && (
          <FormField label={t.months} hint={t.monthsHint} error={isGood ? undefined : t.range}>
            {(wiring) => (
              <Input {...wiring} className="w-32" inputMode="numeric" value={months} onChange={({ target }) => setMonths(target.value)} />
            )}
          </FormField>
        )}
        {retained_from !== null && <p className="text-sm text-muted">{t.removed(format.date(retained_from))}</p>}
        <Button disabled={!isGood || wanted === saved} busy={change.isPending} onClick={removesMore ? () => setIsAsking(true) : save}>
          {commonText.save}
        </Button>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          title={t.ask(Number(months))}
          description={t.goes}
          confirm={t.confirm}
          busy={change.isPending}
          error={change.error}
          onConfirm={save}
        />
      </CardBody>
    </Card>
  );
}
