import { useMutation, useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { toast } from 'sonner';
import { answerOf, api } from '../api/client';
import { meQuery } from '../api/queries';
import { Button } from '../components/ui/button';
import { problemText } from '../text/problem-text';
import { text } from './text';

const t = text.verify;

/** Tells a user that the e-mail address is not verified yet, and sends the link again. */
export function VerifyBanner() {
  // The link in the mail usually opens in another tab, so this tab asks again when the user comes back.
  const { data } = useQuery({ ...meQuery, refetchOnWindowFocus: ({ state }) => state.data?.user.email_verified === false && 'always' });
  const again = useMutation({
    mutationFn: () => answerOf(api.POST('/auth/send-verification')),
    onSuccess: () => toast.success(t.sent),
    onError: (error) => toast.error(problemText(error)),
  });
  if (data === undefined || data.user.email_verified) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-warn-soft px-4 py-2.5 text-sm sm:px-6 lg:px-8 print:hidden"
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-2">
        <MailWarning className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        <span className="min-w-0 break-words">{t.body(data.user.email)}</span>
      </p>
      <Button look="secondary" size="small" busy={again.isPending} disabled={again.isSuccess} onClick={() => again.mutate()}>
        {again.isSuccess ? t.sentShort : t.again}
      </Button>
    </div>
  );
}
