import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { useFormat, useMe } from '../../api/me';
import type { WebhookSettingsDto } from '../../api/schema';
import { CopyField } from '../../components/copy-field';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Select } from '../../components/ui/select';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.secret;
const GRACE_HOURS = ['24', '168', '1', '0'] as const;

/** Shows the first characters of the signing secret. The whole secret is shown only when it is made. */
export function SecretCard({ settings }: { readonly settings: WebhookSettingsDto }) {
  const format = useFormat();
  const isOwner = useMe().user.role === 'owner';
  const { secret_hint: hint, secret_created_at: madeAt, previous_secret_expires_at: previousUntil } = settings;
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      <CardBody className="grid justify-items-start gap-4 text-sm">
        {hint === null ? (
          <p>{t.none}</p>
        ) : (
          <div>
            <p>
              {t.begins} <code className="rounded bg-subtle px-1.5 py-0.5 font-mono text-[0.8125rem]">whsec_{hint}…</code>
            </p>
            {madeAt !== null && <p className="mt-1 text-muted">{t.madeAt(format.dateTime(madeAt))}</p>}
            {previousUntil !== null && <p className="mt-1 text-muted">{t.previousUntil(format.dateTime(previousUntil))}</p>}
          </div>
        )}
        {isOwner ? <SecretDialog isFirst={!settings.secret_set} /> : <p className="text-muted">{t.ownersOnly}</p>}
      </CardBody>
    </Card>
  );
}

function SecretDialog({ isFirst }: { readonly isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [grace, setGrace] = useState<(typeof GRACE_HOURS)[number]>('24');
  const queries = useQueryClient();
  const renewal = useMutation({
    mutationFn: () => answerOf(api.POST('/settings/webhook/secret', { body: { grace_period_hours: Number(grace) } })),
    onSuccess: async () => {
      setOpen(true);
      await queries.invalidateQueries({ queryKey: ['webhook'] });
    },
  });
  const secret = renewal.data?.secret;
  const close = (): void => {
    setOpen(false);
    // The secret is shown once.
    renewal.reset();
  };
  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'secondary'}
        busy={isFirst && renewal.isPending}
        onClick={() => (isFirst ? renewal.mutate() : setOpen(true))}
      >
        <KeyRound aria-hidden />
        {isFirst ? t.make : t.replace}
      </Button>
      {renewal.error !== null && <Alert kind="bad">{problemText(renewal.error)}</Alert>}
      <Dialog open={isOpen} onOpenChange={(open) => !open && close()}>
        {secret === undefined ? (
          <DialogContent title={t.replaceTitle} description={t.replaceBody}>
            <div className="mt-4">
              <FormField label={t.grace}>
                {({ id }) => (
                  <Select
                    id={id}
                    value={grace}
                    options={GRACE_HOURS.map((hours) => ({ value: hours, label: t.graceOptions[hours] }))}
                    onChange={setGrace}
                  />
                )}
              </FormField>
            </div>
            <DialogFooter>
              <DialogClose asChild>
                <Button look="secondary">{commonText.cancel}</Button>
              </DialogClose>
              <Button busy={renewal.isPending} onClick={() => renewal.mutate()}>
                {t.replace}
              </Button>
            </DialogFooter>
          </DialogContent>
        ) : (
          <SecretOnce secret={secret} />
        )}
      </Dialog>
    </>
  );
}

function SecretOnce({ secret }: { readonly secret: string }) {
  return (
    <DialogContent title={t.onceTitle} description={t.once}>
      <div className="mt-4">
        <CopyField value={secret} label={t.label} />
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button>{t.kept}</Button>
        </DialogClose>
      </DialogFooter>
    </DialogContent>
  );
}
