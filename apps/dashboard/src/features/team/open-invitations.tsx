import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { InvitationDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { problemText } from '../../text/problem-text';
import { invitationsQuery } from './queries';
import { text as t } from './text';

export function OpenInvitations() {
  const { data, error, refetch } = useQuery(invitationsQuery);
  return (
    <Card>
      <CardHeader title={t.open} />
      <CardBody>
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-16" />}
        {data?.length === 0 && <p className="text-sm text-muted">{t.none}</p>}
        <ul className="grid divide-y divide-line">
          {data?.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Invitation({ invitation: { id, email, role, expires_at } }: { readonly invitation: InvitationDto }) {
  const queries = useQueryClient();
  const format = useFormat();
  const withdrawal = useMutation({
    mutationFn: () => answerOf(api.DELETE('/members/invitations/{invitation_id}', { params: { path: { invitation_id: id } } })),
    onSuccess: () => {
      toast.success(t.withdrawn);
      return queries.invalidateQueries({ queryKey: ['members', 'invitations'] });
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="text-sm font-medium wrap-anywhere">{email}</p>
        <p className="text-[0.8125rem] text-muted">
          {t.roles[role]} · {t.ends} {format.date(expires_at)}
        </p>
      </div>
      <Button
        look="secondary"
        size="small"
        aria-label={t.withdrawWhom(email)}
        busy={withdrawal.isPending}
        onClick={() => withdrawal.mutate()}
      >
        {t.withdraw}
      </Button>
    </li>
  );
}
