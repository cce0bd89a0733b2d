import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Checkbox } from '../../components/ui/checkbox';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../components/ui/dialog';
import { Select } from '../../components/ui/select';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.recover;
const HOURS = ['1', '24', '168', '336'] as const;
const KINDS = ['dead_letter', 'failed', 'success'] as const;
type Kind = (typeof KINDS)[number];

const HOUR_MS = 3_600_000;
/** The longest period is the maximum of the API. Without this margin it would be too long when the request arrives. */
const SPARE_MS = 60_000;

/** @param hours before now. */
const since = (hours: string): string => new Date(new Date().getTime() - Number(hours) * HOUR_MS + SPARE_MS).toISOString();

/** Sends the missed messages of a period again. */
export function RecoverDialog({ label }: { readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button look="secondary" className="justify-self-start">
          <RotateCw aria-hidden />
          {label}
        </Button>
      </DialogTrigger>
      <DialogContent title={t.title} description={t.body}>
        <RecoverForm onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function RecoverForm({ onDone }: { readonly onDone: () => void }) {
  const [hours, setHours] = useState<(typeof HOURS)[number]>('24');
  const [kinds, setKinds] = useState<readonly Kind[]>(['dead_letter']);
  const queries = useQueryClient();
  const recovery = useMutation({
    mutationFn: () => answerOf(api.POST('/settings/webhook/recover', { body: { since: since(hours), statuses: [...kinds] } })),
    onSuccess: async ({ queued }) => {
      toast.success(t.done(queued));
      onDone();
      await queries.invalidateQueries({ queryKey: ['webhook'] });
      await queries.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  return (
    <>
      <div className="mt-4 grid gap-4">
        <FormField label={t.since}>
          {({ id }) => (
            <Select id={id} value={hours} options={HOURS.map((value) => ({ value, label: t.sinceOptions[value] }))} onChange={setHours} />
          )}
        </FormField>
        <KindBoxes kinds={kinds} onChange={setKinds} />
        {recovery.error !== null && <Alert kind="bad">{problemText(recovery.error)}</Alert>}
      </div>
      <DialogFooter>
        <Button disabled={kinds.length === 0} busy={recovery.isPending} onClick={() => recovery.mutate()}>
          {t.submit}
        </Button>
      </DialogFooter>
    </>
  );
}

function KindBoxes({ kinds, onChange }: { readonly kinds: readonly Kind[]; readonly onChange: (kinds: readonly Kind[]) => void }) {
  const id = useId();
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">{t.what}</legend>
      {KINDS.map((kind) => (
        <span key={kind} className="flex items-center gap-3 text-sm">
          <Checkbox
            id={id + kind}
            checked={kinds.includes(kind)}
            onCheckedChange={(on) => onChange(KINDS.filter((other) => (other === kind ? on === true : kinds.includes(other))))}
          />
          <label htmlFor={id + kind}>{t.kinds[kind]}</label>
        </span>
      ))}
      {kinds.length === 0 && <p className="text-[0.8125rem] text-danger">{t.choose}</p>}
    </fieldset>
  );
}
