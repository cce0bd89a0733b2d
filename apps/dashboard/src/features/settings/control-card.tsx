import { useState } from 'react';
import { useMe } from '../../api/me';
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
/** The limits of the API. */
const [LARGEST, MOST] = [50, 1_000_000];

interface Props {
  readonly settings: SettingsDto;
  readonly onJob: (jobId: string) => void;
}

/** Chooses how many customers no campaign contacts, and what a contact costs. */
export function ControlCard({ settings: { control_percent: saved, contact_cost: savedCost }, onJob }: Props) {
  const { currency } = useMe().tenant;
  const [percent, setPercent] = useState(String(saved));
  const [cost, setCost] = useState(String(savedCost));
  const change = useChangeSettings(onJob);
  const wanted = Number(percent);
  const isGood = percent.trim() !== '' && Number.isInteger(wanted) && wanted >= 0 && wanted <= LARGEST;
  const wantedCost = Number(cost);
  const isGoodCost = cost.trim() !== '' && wantedCost >= 0 && wantedCost <= MOST && Number(wantedCost.toFixed(2)) === wantedCost;
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
        <FormField label={t.cost(currency)} hint={t.costHint} error={isGoodCost ? undefined : t.costRange}>
          {(wiring) => (
            <Input {...wiring} className="w-32" inputMode="decimal" value={cost} onChange={({ target }) => setCost(target.value)} />
          )}
        </FormField>
        <Button
          disabled={!isGood || !isGoodCost || (wanted === saved && wantedCost === savedCost)}
          busy={change.isPending}
          onClick={() => change.mutate({ control_percent: wanted, contact_cost: wantedCost })}
        >
          {commonText.save}
        </Button>
      </CardBody>
    </Card>
  );
}
