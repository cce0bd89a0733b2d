import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { WebhookSettingsDto } from '../../api/schema';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { problemText } from '../../text/problem-text';
import { Figure } from './figure';
import { type Health, healthOf } from './health';
import { ForRole } from '../../components/for-role';
import { RecoverDialog } from './recover-dialog';
import { text } from './text';

const t = text.health;

const LOOKS = {
  good: { Icon: CircleCheck, look: 'text-good' },
  none: { Icon: CircleDashed, look: 'text-muted' },
  warn: { Icon: CircleAlert, look: 'text-warn' },
  bad: { Icon: CircleX, look: 'text-danger' },
} as const;

const KINDS: Readonly<Record<Health, keyof typeof LOOKS>> = {
  unset: 'none', unsigned: 'warn', off: 'warn', gone: 'bad', no_success_for_5_days: 'bad', operator: 'bad', open: 'bad', failing: 'warn', fine: 'good',
  waiting: 'none',
}; // prettier-ignore

/** Shows whether the shop's server accepts messages, and what to do if not. */
export function HealthCard({ settings }: { readonly settings: WebhookSettingsDto }) {
  const health = healthOf(settings);
  const { Icon, look } = LOOKS[KINDS[health]];
  const isOff = settings.url !== null && !settings.enabled;
  const failures = settings.consecutive_failures;
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody className="grid gap-5">
        <div className="flex gap-3">
          <Icon className={`mt-0.5 size-5 shrink-0 ${look}`} aria-hidden />
          <div className="text-sm">
            <p className="font-medium">{t.states[health].title}</p>
            <p className="mt-0.5 text-muted">
              {t.states[health].body} {(health === 'open' || health === 'failing') && t.failures(failures)}
            </p>
          </div>
        </div>
        {isOff && <SwitchOn />}
        <Counts settings={settings} />
        {settings.dead_letter_count > 0 && !isOff && (
          <ForRole least="admin">
            <RecoverDialog label={t.recover} />
          </ForRole>
        )}
      </CardBody>
    </Card>
  );
}

function Counts({ settings }: { readonly settings: WebhookSettingsDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  const since = (at: string | null): string => (at === null ? t.never : format.ago(at, now));
  return (
    <dl className="grid grid-cols-2 gap-4 border-t border-line pt-5 text-sm sm:grid-cols-4">
      <Figure name={t.lastSuccess} value={since(settings.last_success_at)} />
      <Figure name={t.lastFailure} value={since(settings.last_failure_at)} />
      <Figure name={t.pending} value={format.number(settings.pending_count)} />
      <Figure name={t.deadLetters} value={format.number(settings.dead_letter_count)} />
    </dl>
  );
}

function SwitchOn() {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => answerOf(api.PATCH('/settings/webhook', { body: { enabled: true } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhook'] });
      toast.success(t.switchedOn);
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button className="justify-self-start" busy={isPending} onClick={() => mutate()}>
      {t.switchOn}
    </Button>
  );
}
