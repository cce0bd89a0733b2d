import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { ApiProblem, isSignedOut } from '../../api/problem';
import { hasSessionEnded } from '../../api/session';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { PasswordInput } from '../../components/fields/password-input';
import { emailRule, givenRule } from '../../components/fields/rules';
import { problemText } from '../../text/problem-text';
import { CodeStep } from './code-step';
import { registrationQuery } from '../../api/plans';
import { SignInFrame } from './sign-in-frame';
import { text as t } from './text';
import { useSignedIn } from './use-signed-in';

const route = getRouteApi('/login');
const loginRule = z.object({ email: emailRule, password: givenRule });
type Credentials = z.infer<typeof loginRule>;

const needsCode = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'totp_required';

export function LoginPage() {
  const { next, reset } = route.useSearch();
  const signedIn = useSignedIn();
  const { data: registration = 'open' } = useQuery(registrationQuery);
  const [waiting, setWaiting] = useState<Credentials | null>(null);
  const login = useMutation({
    mutationFn: (body: Credentials & { totp_code?: string }) => answerOf(api.POST('/auth/login', { body })),
    onSuccess: ({ user }) => signedIn(user.tenant_id, next),
    onError: (error, { email, password }) => {
      if (needsCode(error)) setWaiting({ email, password });
    },
  });
  if (waiting !== null) {
    return (
      <CodeStep
        busy={login.isPending}
        error={needsCode(login.error) ? null : login.error}
        onCode={(code) => login.mutate({ ...waiting, totp_code: code })}
        onBack={() => {
          login.reset();
          setWaiting(null);
        }}
      />
    );
  }
  const footer =
    registration !== 'open' ? (
      t.login.byInvitation
    ) : (
      <>
        {t.login.noAccount}{' '}
        <Link to="/register" search={{ next }} className="font-medium text-accent hover:underline">
          {t.login.register}
        </Link>
      </>
    );
  return (
    <SignInFrame title={t.login.title} footer={footer}>
      {reset === true && (
        <Alert kind="good" className="mb-5">
          {t.login.reset}
        </Alert>
      )}
      {hasSessionEnded() && reset !== true && <Alert className="mb-5">{t.login.ended}</Alert>}
      <CredentialsForm busy={login.isPending} error={login.error} onSubmit={(credentials) => login.mutate(credentials)} />
    </SignInFrame>
  );
}

interface FormProps {
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (credentials: Credentials) => void;
}

function CredentialsForm({ busy, error, onSubmit }: FormProps) {
  const { register, handleSubmit, formState } = useForm<Credentials>({
    resolver: zodResolver(loginRule),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;
  const forgot = (
    <Link to="/forgot-password" className="text-sm text-accent hover:underline">
      {t.login.forgot}
    </Link>
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      {error !== null && <Alert kind="bad">{isSignedOut(error) ? t.login.wrong : problemText(error)}</Alert>}
      <FormField label={t.email} error={errors.email?.message}>
        {(wiring) => <Input {...wiring} type="email" autoComplete="username" className="h-10" {...register('email')} />}
      </FormField>
      <FormField label={t.password} error={errors.password?.message} aside={forgot}>
        {(wiring) => <PasswordInput {...wiring} autoComplete="current-password" {...register('password')} />}
      </FormField>
      <Button type="submit" size="large" busy={busy}>
        {t.login.submit}
      </Button>
    </form>
  );
}
