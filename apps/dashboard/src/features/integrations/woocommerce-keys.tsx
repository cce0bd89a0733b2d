import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../api/me';
import { ApiProblem } from '../../api/problem';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.woo;

export const keyRules = { consumer_key: z.string().trim(), consumer_secret: z.string().trim() };
export type Keys = z.infer<z.ZodObject<typeof keyRules>>;

/** Returns the error about the keys; null if there is none or it is about something else. */
export function keyFault(error: unknown): string | null {
  const fault = error instanceof ApiProblem ? error.details.find(({ field }) => field.startsWith('consumer_')) : undefined;
  if (fault === undefined) return null;
  return fault.message.includes('not taken') ? t.keysRefused : t.keysWrong;
}

interface FieldsProps {
  readonly register: (name: keyof Keys) => UseFormRegisterReturn;
  readonly fault: string | null;
}

/** The fields for key and secret of a shop's REST API. */
export function KeyFields({ register, fault }: FieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <FormField label={t.key} hint={t.keyHint} error={fault ?? undefined}>
        {(wiring) => <Input {...wiring} placeholder="ck_…" autoComplete="off" spellCheck={false} {...register('consumer_key')} />}
      </FormField>
      <FormField label={t.keySecret}>
        {(wiring) => <Input {...wiring} type="password" placeholder="cs_…" autoComplete="off" {...register('consumer_secret')} />}
      </FormField>
    </div>
  );
}

/** Adds keys to a connected shop, so that its past orders can be imported. */
export function EnterKeys({ title }: { readonly title: string }) {
  const isOwner = useMe().user.role === 'owner';
  const queries = useQueryClient();
  const { register, handleSubmit, reset } = useForm<Keys>({
    resolver: zodResolver(z.object(keyRules)),
    defaultValues: { consumer_key: '', consumer_secret: '' },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Keys) => answerOf(api.PATCH('/integrations/storefront/woocommerce', { body })),
    onSuccess: (integrations) => {
      queries.setQueryData(['integrations'], integrations);
      reset();
      toast.success(t.keysTaken);
    },
  });
  if (!isOwner) return <p className="text-sm text-muted">{text.connect.ownersOnly}</p>;
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void handleSubmit((keys) => mutate(keys))(event)}>
      <div>
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="mt-1 text-[0.8125rem] text-muted">{t.keysBody}</p>
      </div>
      {error !== null && keyFault(error) === null && <Alert kind="bad">{problemText(error)}</Alert>}
      <KeyFields register={(name) => register(name)} fault={keyFault(error)} />
      <Button type="submit" look="secondary" className="justify-self-start" busy={isPending}>
        {t.giveKeys}
      </Button>
    </form>
  );
}
