import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat, useMe } from '../../api/me';
import { membersQuery } from '../../api/queries';
import type { MemberDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Select } from '../../components/ui/select';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { problemText } from '../../text/problem-text';
import { LeaveDialog } from './leave-dialog';
import { RemoveDialog } from './remove-dialog';
import { text as t } from './text';

const ROLES = (['owner', 'admin', 'member', 'viewer'] as const).map((value) => ({ value, label: t.roles[value] }));

/** Columns that a phone has no room for. */
const WIDE_ONLY = 'hidden sm:table-cell';

export function PeopleCard() {
  const { data, error, refetch } = useQuery(membersQuery);
  const [removed, setRemoved] = useState<MemberDto | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Card>
      <CardHeader title={t.people} description={t.roleHint} />
      <CardBody className="px-0 pb-2">
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="mx-5 h-24" />}
        {data !== undefined && (
          <Table>
            <thead>
              <tr>
                <Th>{t.email}</Th>
                <Th>{t.role}</Th>
                <Th className={WIDE_ONLY}>{t.twoFactor}</Th>
                <Th className={WIDE_ONLY}>{t.since}</Th>
                <Th>
                  <span className="sr-only">{t.remove}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {data.map((member) => (
                <PersonRow key={member.id} member={member} onRemove={() => setRemoved(member)} onLeave={() => setIsLeaving(true)} />
              ))}
            </tbody>
          </Table>
        )}
      </CardBody>
      {removed !== null && <RemoveDialog member={removed} onClose={() => setRemoved(null)} />}
      {isLeaving && <LeaveDialog onClose={() => setIsLeaving(false)} />}
    </Card>
  );
}

interface RowProps {
  readonly member: MemberDto;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

function PersonRow({ member, onRemove, onLeave }: RowProps) {
  const { user, tenants } = useMe();
  const format = useFormat();
  const isMe = member.id === user.id;
  return (
    <Tr>
      <Td className="wrap-anywhere">
        {member.email} {isMe && <span className="text-muted">({t.you})</span>}
      </Td>
      <Td>{user.role === 'owner' ? <RoleChoice member={member} /> : t.roles[member.role]}</Td>
      <Td className={`${WIDE_ONLY} ${member.two_factor_enabled ? 'text-good' : 'text-muted'}`}>
        {member.two_factor_enabled ? t.on : t.off}
      </Td>
      <Td className={`${WIDE_ONLY} whitespace-nowrap text-muted`}>{format.date(member.created_at)}</Td>
      <Td className="text-right">
        {user.role === 'owner' && !isMe && (
          <Button look="quiet" size="small" aria-label={t.removeWhom(member.email)} onClick={onRemove}>
            <UserMinus className="sm:hidden" aria-hidden />
            <span className="max-sm:hidden">{t.remove}</span>
          </Button>
        )}
        {isMe && tenants.length > 1 && (
          <Button look="quiet" size="small" onClick={onLeave}>
            {t.leave}
          </Button>
        )}
      </Td>
    </Tr>
  );
}

function RoleChoice({ member: { id, role, email } }: { readonly member: MemberDto }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (next: MemberDto['role']) =>
      answerOf(api.PATCH('/members/{user_id}', { params: { path: { user_id: id } }, body: { role: next } })),
    onSuccess: () => {
      toast.success(t.roleChanged);
      return Promise.all([queries.invalidateQueries({ queryKey: ['members'] }), queries.invalidateQueries({ queryKey: ['me'] })]);
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Select
      value={role}
      options={ROLES}
      label={t.roleOf(email)}
      className="w-26 sm:w-32"
      disabled={change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  );
}
