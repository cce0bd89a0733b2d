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

interface Props {
  readonly t: typeof text.verify | typeof text.unlock;
  readonly onToken: (token: string) => Promise<unknown>;
}

/** Does what a mailed link is for on a click, not on opening: programs that check mails open every link in them. */
function MailedLinkPage({ t, onToken }: Props) {
  const token = useMailedToken();
  const queries = useQueryClient();
  const action = useMutation({ mutationFn: () => onToken(token), onSuccess: () => queries.invalidateQueries(meQuery) });
  const { error } = action;
  const footer = (
    <Link to="/" className="font-medium text-accent hover:underline">
      {t.open}
    </Link>
  );
  if (action.isSuccess) {
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
        <Button size="large" busy={action.isPending} onClick={() => action.mutate()}>
          {t.submit}
        </Button>
      </div>
    </SignInFrame>
  );
}

export const VerifyEmailPage = () => (
  <MailedLinkPage t={text.verify} onToken={(token) => answerOf(api.POST('/auth/verify-email', { body: { token } }))} />
);

export const UnlockTwoFactorPage = () => (
  <MailedLinkPage t={text.unlock} onToken={(token) => answerOf(api.POST('/auth/unlock-two-factor', { body: { token } }))} />
);
