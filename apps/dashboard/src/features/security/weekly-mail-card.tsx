import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../api/me';
import { meQuery } from '../../api/queries';
import { Alert } from '../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Switch } from '../../components/ui/switch';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.weeklyMail;

/** Turns the mail with the news of the week on and off, for the signed-in person. */
export function WeeklyMailCard() {
  const me = useMe();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: boolean) => answerOf(api.PATCH('/auth/me', { body: { weekly_mail: wanted } })),
    onSuccess: (changed) => queries.setQueryData(meQuery.queryKey, changed),
  });
  return (
    <Card>
      <CardHeader title={t.title} description={me.user.email_verified ? t.description : t.unverified} />
      <CardBody className="grid gap-4">
        {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
        <label className="flex items-center gap-3 text-sm font-medium">
          <Switch
            checked={change.isPending ? change.variables : me.weekly_mail}
            disabled={change.isPending}
            onCheckedChange={(wanted) => change.mutate(wanted)}
          />
          {t.label}
        </label>
      </CardBody>
    </Card>
  );
}
