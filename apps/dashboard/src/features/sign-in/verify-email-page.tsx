import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { meQuery } from '../../api/queries';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { PasswordInput } from '../../components/fields/password-input';
import { givenRule } from '../../components/fields/rules';
import { problemText } from '../../text/problem-text';
import { isBadToken } from './bad-token';
import { useMailedToken } from './mailed-token';
import { MailedLinkDone } from './mailed-link-page';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';

const t = text.verify;
const passwordRule = z.object({ password: givenRule });

/** Verifies an address with the link of a mail and the password of the account, which only the person who created it knows. */
export function VerifyEmailPage() {
  const token = useMailedToken();
  const queries = useQueryClient();
  const verify = useMutation({
    mutationFn: ({ password }: z.infer<typeof passwordRule>) => answerOf(api.POST('/auth/verify-email', { body: { token, password } })),
    onSuccess: () => queries.invalidateQueries(meQuery),
  });
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(passwordRule), defaultValues: { password: '' } });
  const { error } = verify;
  if (verify.isSuccess) return <MailedLinkDone t={t} />;
  const takeOver = (
    <>
      {t.notYou}{' '}
      <Link to="/forgot-password" className="font-medium text-accent hover:underline">
        {t.takeOver}
      </Link>
    </>
  );
  return (
    <SignInFrame title={t.title} description={t.body} footer={takeOver}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((input) => verify.mutate(input))(event)}>
        {error !== null && <Alert kind="bad">{isBadToken(error) ? t.bad : problemText(error)}</Alert>}
        <FormField label={text.password} error={formState.errors.password?.message}>
          {(wiring) => <PasswordInput {...wiring} autoComplete="current-password" {...register('password')} />}
        </FormField>
        <Button type="submit" size="large" busy={verify.isPending}>
          {t.submit}
        </Button>
      </form>
    </SignInFrame>
  );
}
