import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client';
import { meQuery } from '../../api/queries';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { problemText } from '../../text/problem-text';
import { isBadToken } from './bad-token';
import { useMailedToken } from './mailed-token';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';

const t = text.verify;

/** Verifies the address on a click, not on opening: programs that check mails open every link in them. */
export function VerifyEmailPage() {
  const token = useMailedToken();
  const queries = useQueryClient();
  const verification = useMutation({
    mutationFn: () => answerOf(api.POST('/auth/verify-email', { body: { token } })),
    onSuccess: () => queries.invalidateQueries(meQuery),
  });
  const { error } = verification;
  const footer = (
    <Link to="/" className="font-medium text-accent hover:underline">
      {t.open}
    </Link>
  );
  if (verification.isSuccess) {
    return (
      <SignInFrame title={t.done} footer={footer}>
        <Alert kind="good">{t.doneBody}</Alert>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t.title} description={t.body} footer={footer}>
      <div className="grid gap-4">
        {error !== null && <Alert kind="bad">{isBadToken(error) ? t.bad : problemText(error)}</Alert>}
        <Button size="large" busy={verification.isPending} onClick={() => verification.mutate()}>
          {t.submit}
        </Button>
      </div>
    </SignInFrame>
  );
}
