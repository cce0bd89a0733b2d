import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { emailRule } from '../../components/fields/rules';
import { problemText } from '../../text/problem-text';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';

const t = text.forgot;
const forgotRule = z.object({ email: emailRule });
type Input = z.infer<typeof forgotRule>;

export function ForgotPasswordPage() {
  const { register, handleSubmit, formState } = useForm<Input>({ resolver: zodResolver(forgotRule), defaultValues: { email: '' } });
  const forgot = useMutation({ mutationFn: (body: Input) => answerOf(api.POST('/auth/forgot-password', { body })) });
  const footer = (
    <Link to="/login" className="font-medium text-accent hover:underline">
      {t.back}
    </Link>
  );
  if (forgot.isSuccess) {
    return (
      <SignInFrame title={t.sent} footer={footer}>
        <Alert kind="good">{t.sentBody(forgot.variables.email)}</Alert>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t.title} description={t.body} footer={footer}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((body) => forgot.mutate(body))(event)}>
        {forgot.error !== null && <Alert kind="bad">{problemText(forgot.error)}</Alert>}
        <FormField label={text.email} error={formState.errors.email?.message}>
          {(wiring) => <Input {...wiring} type="email" autoComplete="username" className="h-10" {...register('email')} />}
        </FormField>
        <Button type="submit" size="large" busy={forgot.isPending}>
          {t.submit}
        </Button>
      </form>
    </SignInFrame>
  );
}
