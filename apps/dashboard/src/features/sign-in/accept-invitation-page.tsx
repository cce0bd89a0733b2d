import { useMutation } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { problemText } from '../../text/problem-text';
import { isBadToken } from './bad-token';
import { useMailedToken } from './mailed-token';
import { NewPasswordForm } from './new-password-form';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';
import { useSignedIn } from './use-signed-in';

const t = text.invitation;

export function AcceptInvitationPage() {
  const token = useMailedToken();
  const signedIn = useSignedIn();
  const accept = useMutation({
    mutationFn: (password: string) => answerOf(api.POST('/auth/accept-invitation', { body: { token, password } })),
    onSuccess: () => signedIn(),
  });
  const problem = accept.error === null ? null : isBadToken(accept.error) ? t.bad : problemText(accept.error);
  return (
    <SignInFrame title={t.title} description={t.body}>
      <NewPasswordForm submit={t.submit} busy={accept.isPending} problem={problem} onPassword={accept.mutate} />
    </SignInFrame>
  );
}
