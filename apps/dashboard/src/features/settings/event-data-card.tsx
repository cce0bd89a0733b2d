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

const t = text.eventData;

interface Props {
  readonly settings: SettingsDto;
  readonly onJob: (jobId: string) => void;
}

const namesIn = (list: string): string[] =>
  list
    .split(/[,;\s]+/)
    .filter((name) => name !== '')
    .toSorted();

/** Allows names of fields in events. The service decides which names are personal, and its answer says so. */
export function EventDataCard({ settings: { allowed_data_fields: saved }, onJob }: Props) {
  const [list, setList] = useState(saved.join(', '));
  const change = useChangeSettings(onJob);
  const names = namesIn(list);
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid justify-items-start gap-4">
        {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
        <FormField label={t.label} hint={t.hint}>
          {(wiring) => (
            <Input {...wiring} className="max-w-md" autoCapitalize="off" value={list} onChange={({ target }) => setList(target.value)} />
          )}
        </FormField>
        <Button
          disabled={names.join(' ') === saved.join(' ')}
          busy={change.isPending}
          onClick={() => change.mutate({ allowed_data_fields: names })}
        >
          {commonText.save}
        </Button>
      </CardBody>
    </Card>
  );
}
