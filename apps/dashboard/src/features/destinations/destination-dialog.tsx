import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { DestinationDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Checkbox } from '../../components/ui/checkbox';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { useRefresh } from './actions';
import { text as t } from './text';

const KINDS = ['webhook'] as const satisfies readonly DestinationDto['kind'][];
const EVENTS = ['customer.churn_score.changed', 'customer.high_risk.detected'] as const;

interface Values {
  readonly kind: DestinationDto['kind'];
  readonly name: string;
  readonly url: string;
  readonly event_types: (typeof EVENTS)[number][];
}

const valuesOf = (destination: DestinationDto | null): Values => ({
  kind: destination?.kind ?? 'webhook',
  name: destination?.name ?? '',
  url: destination?.url ?? '',
  event_types: destination?.event_types ?? [...EVENTS],
});

function save(destination: DestinationDto | null, { kind, ...body }: Values): Promise<DestinationDto> {
  if (destination === null) return answerOf(api.POST('/settings/destinations', { body: { kind, ...body } }));
  return answerOf(api.PATCH('/settings/destinations/{id}', { params: { path: { id: destination.id } }, body }));
}

/** Adds a destination, or edits one. */
export function DestinationDialog({ destination, onClose }: { readonly destination: DestinationDto | null; readonly onClose: () => void }) {
  const [values, setValues] = useState(valuesOf(destination));
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: () => save(destination, values),
    onSuccess: async () => {
      toast.success(destination === null ? t.added : t.saved);
      onClose();
      await refresh();
    },
  });
  const faults = saving.error instanceof ApiProblem ? saving.error.details : [];
  const faultOf = (field: string): string | undefined => faults.find((fault) => fault.field === field)?.message;
  const set = (change: Partial<Values>): void => setValues({ ...values, ...change });
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={destination === null ? t.add : t.editTitle} description={t.kinds[values.kind].sends}>
        <form
          noValidate
          className="mt-4 grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate();
          }}
        >
          {destination === null && KINDS.length > 1 && (
            <FormField label={t.fields.kind}>
              {({ id }) => (
                <Select
                  id={id}
                  value={values.kind}
                  options={KINDS.map((value) => ({ value, label: t.kinds[value].name }))}
                  onChange={(kind) => set({ kind })}
                />
              )}
            </FormField>
          )}
          <FormField label={t.fields.name} hint={t.fields.nameHint} error={faultOf('name')}>
            {(wiring) => (
              <Input {...wiring} value={values.name} autoComplete="off" onChange={({ target }) => set({ name: target.value })} />
            )}
          </FormField>
          <FormField label={t.fields.url} error={faultOf('url')}>
            {(wiring) => (
              <Input {...wiring} type="url" value={values.url} autoComplete="off" onChange={({ target }) => set({ url: target.value })} />
            )}
          </FormField>
          <EventChoice chosen={values.event_types} onChange={(event_types) => set({ event_types })} />
          {saving.error !== null && faults.length === 0 && <Alert kind="bad">{problemText(saving.error)}</Alert>}
          <DialogFooter>
            <Button type="submit" busy={saving.isPending} disabled={values.event_types.length === 0}>
              {destination === null ? t.add : commonText.save}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface EventChoiceProps {
  readonly chosen: Values['event_types'];
  readonly onChange: (chosen: Values['event_types']) => void;
}

function EventChoice({ chosen, onChange }: EventChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{t.fields.events}</legend>
      {EVENTS.map((event) => (
        <div key={event} className="flex gap-3">
          <Checkbox
            id={event}
            className="mt-0.5"
            checked={chosen.includes(event)}
            onCheckedChange={(on) => onChange(EVENTS.filter((other) => (other === event ? on === true : chosen.includes(other))))}
          />
          <label htmlFor={event} className="text-sm">
            {t.events[event]}
          </label>
        </div>
      ))}
      {chosen.length === 0 && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {t.noEvents}
        </p>
      )}
    </fieldset>
  );
}
