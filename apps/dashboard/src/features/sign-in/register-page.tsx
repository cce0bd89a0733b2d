import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { keepFirstKey } from '../../api/first-key';
import { ApiProblem } from '../../api/problem';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { currencyOf } from '../../components/fields/currencies';
import { CurrencySelect } from '../../components/fields/currency-select';
import { PasswordInput } from '../../components/fields/password-input';
import { emailRule, givenRule, newPasswordRule } from '../../components/fields/rules';
import { fieldText } from '../../components/fields/text';
import { browserTimeZone } from '../../components/fields/time-zones';
import { problemText } from '../../text/problem-text';
import { registrationQuery } from '../../api/plans';
import { SignInFrame } from './sign-in-frame';
import { text as t } from './text';
import { useSignedIn } from './use-signed-in';

const route = getRouteApi('/register');
const registerRule = z.object({ company_name: givenRule, email: emailRule, password: newPasswordRule, currency: z.string() });
type Registration = z.infer<typeof registerRule>;

/** The API takes it too when a registration names none. */
const DEFAULT_CURRENCY = 'EUR';

function whyNot(error: unknown): string {
  if (!(error instanceof ApiProblem)) return problemText(error);
  if (error.status === 409) return t.register.taken;
  if (error.code === 'quota_exceeded') return t.register.tooMany;
  return error.details.some(({ field }) => field === 'company_name') ? t.register.link : problemText(error);
}

export function RegisterPage() {
  const { next } = route.useSearch();
  const { data: registration = 'open' } = useQuery(registrationQuery);
  const footer = (
    <>
      {t.register.haveAccount}{' '}
      <Link to="/login" search={{ next }} className="font-medium text-accent hover:underline">
        {t.register.login}
      </Link>
    </>
  );
  return (
    <SignInFrame title={t.register.title} footer={footer}>
      {registration === 'open' ? <RegisterForm next={next} /> : <Alert>{t.register[registration]}</Alert>}
    </SignInFrame>
  );
}

function RegisterForm({ next }: { readonly next: string | undefined }) {
  const signedIn = useSignedIn();
  const { control, register, handleSubmit, formState } = useForm<Registration>({
    resolver: zodResolver(registerRule),
    defaultValues: { company_name: '', email: '', password: '', currency: currencyOf(navigator.languages) ?? DEFAULT_CURRENCY },
  });
  const { errors } = formState;
  const registration = useMutation({
    mutationFn: (body: Registration) => answerOf(api.POST('/auth/register', { body: { ...body, timezone: browserTimeZone() } })),
    onSuccess: ({ api_key, tenant }) => {
      keepFirstKey(tenant.id, api_key);
      return signedIn(tenant.id, next);
    },
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((body) => registration.mutate(body))(event)}>
      {registration.error !== null && <Alert kind="bad">{whyNot(registration.error)}</Alert>}
      <FormField label={t.register.company} error={errors.company_name?.message}>
        {(wiring) => <Input {...wiring} autoComplete="organization" className="h-10" {...register('company_name')} />}
      </FormField>
      <FormField label={fieldText.currency} hint={fieldText.currencyHint}>
        {(wiring) => (
          <Controller
            control={control}
            name="currency"
            render={({ field }) => <CurrencySelect {...wiring} className="h-10" value={field.value} onChange={field.onChange} />}
          />
        )}
      </FormField>
      <FormField label={t.email} error={errors.email?.message}>
        {(wiring) => <Input {...wiring} type="email" autoComplete="username" className="h-10" {...register('email')} />}
      </FormField>
      <FormField label={t.password} hint={fieldText.passwordRule} error={errors.password?.message}>
        {(wiring) => <PasswordInput {...wiring} autoComplete="new-password" {...register('password')} />}
      </FormField>
      <Button type="submit" size="large" busy={registration.isPending}>
        {t.register.submit}
      </Button>
    </form>
  );
}
