import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat, useMe } from '../../api/me';
import { meQuery } from '../../api/queries';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Switch } from '../../components/ui/switch';
import { problemText } from '../../text/problem-text';
import { nextMonday } from './next-monday';
import { text } from './text';

const t = text.weeklyMail;

/** Turns the mail with the news of the week on and off, for the signed-in person. */
export function WeeklyMailCard() {
  const me = useMe();
  const format = useFormat();
  const [now] = useState(() => new Date());
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: boolean) => answerOf(api.PATCH('/auth/me', { body: { weekly_mail: wanted } })),
    onSuccess: (changed) => queries.setQueryData(meQuery.queryKey, changed),
  });
  const revoke = useMutation({
    mutationFn: () => answerOf(api.DELETE('/auth/me/mail-links')),
    onSuccess: () => toast.success(t.revoked),
  });
  const error = change.error ?? revoke.error;
  return (
    <Card>
      <CardHeader title={t.title} description={me.user.email_verified ? t.description : t.unverified} />
      <CardBody className="grid gap-4">
        {error !== null && <Alert kind="bad">{problemText(error)}</Alert>}
        <label className="flex items-center gap-3 text-sm font-medium">
          <Switch
            checked={change.isPending ? change.variables : me.weekly_mail}
            disabled={change.isPending}
            onCheckedChange={(wanted) => change.mutate(wanted)}
          />
          {t.label}
        </label>
        {me.weekly_mail && me.user.email_verified && <p className="text-sm">{t.next(format.date(nextMonday(now, me.tenant.timezone)))}</p>}
        <p className="text-sm text-muted">{t.alarms}</p>
        <div className="grid gap-2">
          <p className="text-sm text-muted">{t.linkHint}</p>
          <Button look="secondary" size="small" className="justify-self-start" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {t.revoke}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
