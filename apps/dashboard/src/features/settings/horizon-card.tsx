import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { SettingsDto } from '../../api/schema';
import { InfoHint } from '../../components/info-hint';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { Choice } from '../../components/ui/tabs';
import { commonText } from '../../text/common';
import { terms } from '../../text/terms';
import { problemText } from '../../text/problem-text';
import { useChangeSettings } from './queries';
import { text } from './text';

const t = text.horizon;
const WHO = [
  { value: 'auto', label: t.auto },
  { value: 'own', label: t.own },
] as const;
const [SHORTEST, LONGEST, USUAL] = [7, 365, 90];

interface Props {
  readonly settings: SettingsDto;
  readonly onJob: (jobId: string) => void;
}

export function HorizonCard({ settings: { horizon_days }, onJob }: Props) {
  const { data: model } = useQuery({ queryKey: ['model'], queryFn: () => answerOf(api.GET('/dashboard/churn/model')) });
  const [who, setWho] = useState<'auto' | 'own'>(horizon_days === null ? 'auto' : 'own');
  const [days, setDays] = useState(String(horizon_days ?? model?.horizon_days ?? USUAL));
  const change = useChangeSettings(onJob);
  const wanted = who === 'auto' ? null : Number(days);
  const isGood = wanted === null || (Number.isInteger(wanted) && wanted >= SHORTEST && wanted <= LONGEST);
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} hint={<InfoHint text={terms.horizon} />} />
      <CardBody className="grid justify-items-start gap-4">
        {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
        <Choice label={t.label} value={who} options={WHO} onChange={setWho} />
        {who === 'auto' && (
          <p className="text-sm text-muted">
            {t.autoHint} {model?.horizon_days != null && t.now(model.horizon_days)}
          </p>
        )}
        {who === 'own' && (
          <FormField label={t.days} hint={t.daysHint} error={isGood ? undefined : t.range}>
            {(wiring) => (
              <Input {...wiring} className="w-32" inputMode="numeric" value={days} onChange={({ target }) => setDays(target.value)} />
            )}
          </FormField>
        )}
        <Button
          disabled={!isGood || wanted === horizon_days}
          busy={change.isPending}
          onClick={() => change.mutate({ horizon_days: wanted })}
        >
          {commonText.save}
        </Button>
      </CardBody>
    </Card>
  );
}
