import { useState } from 'react';
import type { SettingsDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { useChangeSettings } from './queries';
import { text } from './text';

const t = text.control;
const LARGEST = 50;

interface Props {
  readonly settings: SettingsDto;
  readonly onJob: (jobId: string) => void;
}

/** Chooses how many customers no campaign contacts. */
export function ControlCard({ settings: { control_percent: saved }, onJob }: Props) {
  const [percent, setPercent] = useState(String(saved));
  const change = useChangeSettings(onJob);
  const wanted = Number(percent);
  const isGood = percent.trim() !== '' && Number.isInteger(wanted) && wanted >= 0 && wanted <= LARGEST;
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid justify-items-start gap-4">
        {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
        <FormField label={t.percent} hint={t.hint} error={isGood ? undefined : t.range}>
          {(wiring) => (
            <Input {...wiring} className="w-32" inputMode="numeric" value={percent} onChange={({ target }) => setPercent(target.value)} />
          )}
        </FormField>
        <Button disabled={!isGood || wanted === saved} busy={change.isPending} onClick={() => change.mutate({ control_percent: wanted })}>
          {commonText.save}
        </Button>
      </CardBody>
    </Card>
  );
}
