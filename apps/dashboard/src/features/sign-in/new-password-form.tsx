import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { PasswordInput } from '../../components/fields/password-input';
import { newPasswordRule } from '../../components/fields/rules';
import { fieldText } from '../../components/fields/text';

const passwordRule = z.object({ password: newPasswordRule });
type Input = z.infer<typeof passwordRule>;

interface Props {
  readonly submit: string;
  readonly busy: boolean;
  /** The error of the last try; null if there is none. */
  readonly problem: ReactNode;
  readonly onPassword: (password: string) => void;
}

export function NewPasswordForm({ submit, busy, problem, onPassword }: Props) {
  const { register, handleSubmit, formState } = useForm<Input>({ resolver: zodResolver(passwordRule), defaultValues: { password: '' } });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(({ password }) => onPassword(password))(event)}>
      {problem !== null && <Alert kind="bad">{problem}</Alert>}
      <FormField label={fieldText.newPassword} hint={fieldText.passwordRule} error={formState.errors.password?.message}>
        {(wiring) => <PasswordInput {...wiring} autoComplete="new-password" {...register('password')} />}
      </FormField>
      <Button type="submit" size="large" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
