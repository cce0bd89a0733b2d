import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { meQuery } from '../../api/queries';
import { mayBeSignedIn } from '../../api/session';
import { switchTenant } from '../../api/switch-tenant';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { problemText } from '../../text/problem-text';
import { isBadToken } from './bad-token';
import { keepInvitation, useInvitationToken } from './mailed-token';
import { NewPasswordForm } from './new-password-form';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';
import { useSignedIn } from './use-signed-in';

const t = text.invitation;
const PAGE = '/accept-invitation';

/** @param conflict text for an account or a membership that exists */
function whyNot(error: unknown, conflict: string): string | null {
  if (error === null) return null;
  if (isBadToken(error)) return t.bad;
  if (!(error instanceof ApiProblem)) return problemText(error);
  if (error.code === 'conflict') return conflict;
  return error.code === 'forbidden' ? t.another : problemText(error);
}

/** Asks a signed-in person for consent, and all others for the password of a new account. */
export function AcceptInvitationPage() {
  const token = useInvitationToken();
  const { data: me, isLoading } = useQuery({ ...meQuery, enabled: mayBeSignedIn() });
  const [isNew, setNew] = useState(false);
  if (isLoading) return null;
  if (me === undefined || isNew) return <NewAccount token={token} />;
  return <OwnAccount token={token} email={me.user.email} onNew={() => setNew(true)} />;
}

function NewAccount({ token }: { readonly token: string }) {
  const signedIn = useSignedIn();
  const accept = useMutation({
    mutationFn: (password: string) => answerOf(api.POST('/auth/accept-invitation', { body: { token, password } })),
    onSuccess: ({ user }) => signedIn(user.tenant_id),
  });
  const footer = (
    <>
      {t.haveAccount}{' '}
      <Link to="/login" search={{ next: PAGE }} className="font-medium text-accent hover:underline" onClick={() => keepInvitation(token)}>
        {t.signIn}
      </Link>
    </>
  );
  return (
    <SignInFrame title={t.title} description={t.body} footer={footer}>
      <NewPasswordForm submit={t.submit} busy={accept.isPending} problem={whyNot(accept.error, t.known)} onPassword={accept.mutate} />
    </SignInFrame>
  );
}

interface OwnProps {
  readonly token: string;
  readonly email: string;
  readonly onNew: () => void;
}

function OwnAccount({ token, email, onNew }: OwnProps) {
  const join = useMutation({
    mutationFn: async () => {
      const { id } = await answerOf(api.POST('/auth/tenants/join', { body: { token } }));
      await switchTenant(id);
    },
  });
  const problem = whyNot(join.error, t.joined);
  const footer = (
    <button type="button" className="text-accent hover:underline" onClick={onNew}>
      {t.newAccount}
    </button>
  );
  return (
    <SignInFrame title={t.title} description={t.own(email)} footer={footer}>
      <div className="grid gap-4">
        {problem !== null && <Alert kind="bad">{problem}</Alert>}
        <Button size="large" busy={join.isPending} onClick={() => join.mutate()}>
          {t.submit}
        </Button>
      </div>
    </SignInFrame>
  );
}
