import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client';
import { problemText } from '../../text/problem-text';
import { isBadToken } from './bad-token';
import { useMailedToken } from './mailed-token';
import { NewPasswordForm } from './new-password-form';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';

const t = text.reset;

export function ResetPasswordPage() {
  const token = useMailedToken();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (password: string) => answerOf(api.POST('/auth/reset-password', { body: { token, password } })),
    onSuccess: () => navigate({ to: '/login', search: { reset: true } }),
  });
  const again = (
    <>
      {t.bad}{' '}
      <Link to="/forgot-password" className="font-medium underline">
        {t.again}
      </Link>
    </>
  );
  const problem = reset.error === null ? null : isBadToken(reset.error) ? again : problemText(reset.error);
  return (
    <SignInFrame title={t.title}>
      <NewPasswordForm submit={t.submit} busy={reset.isPending} problem={problem} onPassword={reset.mutate} />
    </SignInFrame>
  );
}
