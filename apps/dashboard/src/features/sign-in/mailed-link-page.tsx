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

interface DoneProps {
  readonly t: typeof text.verify | typeof text.unlock | typeof text.stopMail;
}

const Onward = ({ t }: DoneProps) => (
  <Link to="/" className="font-medium text-accent hover:underline">
    {t.open}
  </Link>
);

/** The end of what a mailed link is for. */
export const MailedLinkDone = ({ t }: DoneProps) => (
  <SignInFrame title={t.done} footer={<Onward t={t} />}>
    <Alert kind="good">{t.doneBody}</Alert>
  </SignInFrame>
);

interface Props {
  readonly t: typeof text.unlock | typeof text.stopMail;
  readonly onToken: (token: string) => Promise<unknown>;
}

/** Does what a mailed link is for on a click, not on opening: programs that check mails open every link in them. */
function MailedLinkPage({ t, onToken }: Props) {
  const token = useMailedToken();
  const queries = useQueryClient();
  const action = useMutation({ mutationFn: () => onToken(token), onSuccess: () => queries.invalidateQueries(meQuery) });
  const { error } = action;
  if (action.isSuccess) return <MailedLinkDone t={t} />;
  return (
    <SignInFrame title={t.title} description={t.body} footer={<Onward t={t} />}>
      <div className="grid gap-4">
        {error !== null && <Alert kind="bad">{isBadToken(error) ? t.bad : problemText(error)}</Alert>}
        <Button size="large" busy={action.isPending} onClick={() => action.mutate()}>
          {t.submit}
        </Button>
      </div>
    </SignInFrame>
  );
}

export const UnlockTwoFactorPage = () => (
  <MailedLinkPage t={text.unlock} onToken={(token) => answerOf(api.POST('/auth/unlock-two-factor', { body: { token } }))} />
);

export const StopWeeklyMailPage = () => (
  <MailedLinkPage t={text.stopMail} onToken={(token) => answerOf(api.POST('/auth/stop-weekly-mail', { params: { query: { token } } }))} />
);
