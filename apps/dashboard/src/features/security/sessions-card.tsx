import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { SessionDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { problemText } from '../../text/problem-text';
import { deviceName } from './device-name';
import { sessionsQuery } from './queries';
import { activityOf } from './session-activity';
import { text } from './text';

const t = text.sessions;

export function SessionsCard() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const others = data?.filter(({ current }) => !current) ?? [];
  const end = useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => answerOf(api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id: id } } })))),
    onSuccess: () => toast.success(t.ended),
    onError: (problem) => toast.error(problemText(problem)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid gap-4">
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-32" />}
        <ul className="grid divide-y divide-line">
          {data
            ?.toSorted((a, b) => Number(b.current) - Number(a.current))
            .map((session) => (
              <Session key={session.id} session={session} busy={end.isPending} onEnd={() => end.mutate([session.id])} />
            ))}
        </ul>
        {others.length > 0 && (
          <Button
            look="secondary"
            className="justify-self-start"
            busy={end.isPending}
            onClick={() => end.mutate(others.map(({ id }) => id))}
          >
            {t.endOthers(others.length)}
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

interface SessionProps {
  readonly session: SessionDto;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function Session({ session, busy, onEnd }: SessionProps) {
  const { user_agent, current, created_at } = session;
  const format = useFormat();
  const [now] = useState(() => new Date());
  const name = deviceName(user_agent) ?? t.unknown;
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="text-[0.8125rem] text-muted">
          {activityOf(session, now, format)} · {t.since(format.date(created_at))}
        </p>
      </div>
      {current ? (
        <span className="rounded-full bg-good-soft px-2.5 py-0.5 text-xs font-medium whitespace-nowrap text-good">{t.current}</span>
      ) : (
        <Button look="secondary" size="small" aria-label={t.endWhich(name)} disabled={busy} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}
