import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { PasswordInput } from '../../components/fields/password-input';
import { givenRule, newPasswordRule } from '../../components/fields/rules';
import { fieldText } from '../../components/fields/text';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.password;
const changeRule = z.object({ current_password: givenRule, new_password: newPasswordRule });
type Change = z.infer<typeof changeRule>;
/** Only the API can check the current password; the form checks the other fields. */
const whyNot = (error: unknown): string =>
  error instanceof ApiProblem && error.details.some(({ field }) => field === 'current_password') ? t.wrong : problemText(error);
const EMPTY: Change = { current_password: '', new_password: '' };

export function PasswordCard() {
  const queries = useQueryClient();
  const { register, handleSubmit, reset, formState } = useForm<Change>({ resolver: zodResolver(changeRule), defaultValues: EMPTY });
  const change = useMutation({
    mutationFn: (body: Change) => answerOf(api.POST('/auth/change-password', { body })),
    onSuccess: () => {
      reset();
      toast.success(t.changed);
      return queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const { errors } = formState;
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody>
        <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((body) => change.mutate(body))(event)}>
          {change.error !== null && <Alert kind="bad">{whyNot(change.error)}</Alert>}
          <FormField label={t.current} error={errors.current_password?.message}>
            {(wiring) => <PasswordInput {...wiring} autoComplete="current-password" {...register('current_password')} />}
          </FormField>
          <FormField label={fieldText.newPassword} hint={fieldText.passwordRule} error={errors.new_password?.message}>
            {(wiring) => <PasswordInput {...wiring} autoComplete="new-password" {...register('new_password')} />}
          </FormField>
          <Button type="submit" className="justify-self-start" busy={change.isPending}>
            {t.submit}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
