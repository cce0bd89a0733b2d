import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { ApiKeyDto, CreatedApiKeyDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { dayOf, endOfDay } from './expiry-day';
import { keysQuery } from '../../api/key-queries';
import { KeyOnce } from './key-once';
import { text } from './text';

const t = text.keys;
const SCOPES = (['ingest', 'import', 'read', 'all'] as const).map((value) => ({ value, label: t.scopes[value] }));
const LONGEST_NAME = 60;

interface Values {
  readonly name: string;
  readonly scope: ApiKeyDto['scope'];
  /** `2026-11-21`; empty: the key does not expire. */
  readonly day: string;
}

const create = ({ name, scope, day }: Values): Promise<CreatedApiKeyDto> =>
  answerOf(api.POST('/tenant/api-keys', { body: { name, scope, expires_at: endOfDay(day) } }));

const change = ({ id, is_main, expires_at }: ApiKeyDto, { name, day }: Values): Promise<ApiKeyDto> => {
  const moves = !is_main && day !== dayOf(expires_at);
  return answerOf(
    api.PATCH('/tenant/api-keys/{id}', { params: { path: { id } }, body: { name, ...(moves && { expires_at: endOfDay(day) }) } }),
  );
};

/** Creates a key and shows it once, or edits one. */
export function KeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKeyDto | null; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [values, setValues] = useState<Values>({ name: apiKey?.name ?? '', scope: 'ingest', day: dayOf(apiKey?.expires_at ?? null) });
  const [created, setCreated] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: async () => {
      if (apiKey === null) setCreated((await create(values)).api_key);
      else await change(apiKey, values);
    },
    onSuccess: async () => {
      if (apiKey !== null) {
        toast.success(t.saved);
        onClose();
      }
      await queries.invalidateQueries(keysQuery);
    },
  });
  if (created !== null) return <KeyOnce apiKey={created} onClose={onClose} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={apiKey === null ? t.createTitle : t.editTitle} description={apiKey === null ? t.createBody : t.editBody}>
        <form noValidate className="mt-4 grid grid-cols-1 gap-4" onSubmit={submit}>
          <Fields apiKey={apiKey} values={values} error={saving.error} onChange={(some) => setValues({ ...values, ...some })} />
          <DialogFooter>
            <DialogClose asChild>
              <Button look="secondary">{commonText.cancel}</Button>
            </DialogClose>
            <Button type="submit" busy={saving.isPending}>
              {apiKey === null ? t.create : commonText.save}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface FieldsProps {
  readonly apiKey: ApiKeyDto | null;
  readonly values: Values;
  readonly error: Error | null;
  readonly onChange: (some: Partial<Values>) => void;
}

function Fields({ apiKey, values: { name, scope, day }, error, onChange }: FieldsProps) {
  const faults = error instanceof ApiProblem ? error.details : [];
  const isBad = (field: string): boolean => faults.some((fault) => fault.field === field);
  return (
    <>
      {error !== null && faults.length === 0 && <Alert kind="bad">{problemText(error)}</Alert>}
      <FormField label={t.name} hint={t.nameHint} error={isBad('name') ? t.badName : undefined}>
        {(wiring) => (
          <Input
            {...wiring}
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </FormField>
      {apiKey === null && (
        <FormField label={t.scopeLabel} hint={t.scopeHints[scope]}>
          {({ id }) => <Select id={id} value={scope} options={SCOPES} onChange={(chosen) => onChange({ scope: chosen })} />}
        </FormField>
      )}
      {apiKey?.is_main !== true && (
        <FormField label={t.expiry} hint={t.expiryHint} error={isBad('expires_at') ? t.badDay : undefined}>
          {(wiring) => <Input {...wiring} type="date" value={day} onChange={({ target }) => onChange({ day: target.value })} />}
        </FormField>
      )}
    </>
  );
}
