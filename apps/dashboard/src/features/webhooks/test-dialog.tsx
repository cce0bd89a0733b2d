import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { DeliveryDetailDto, WebhookSettingsDto } from '../../api/schema';
import { CopyField } from '../../components/copy-field';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../components/ui/dialog';
import { Select } from '../../components/ui/select';
import { attemptErrorWords } from '../../shared/deliveries/delivery-words';
import { deliveryText } from '../../shared/deliveries/text';
import { problemText } from '../../text/problem-text';
import { SHOP_EVENTS } from './endpoint-values';
import { text } from './text';

const t = text.test;

/** Sends a made-up message and shows the result. */
export function TestDialog({ settings }: { readonly settings: WebhookSettingsDto }) {
  const [event, setEvent] = useState<(typeof SHOP_EVENTS)[number]>(SHOP_EVENTS[0]);
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => answerOf(api.POST('/settings/webhook/test', { body: { event } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhook'] });
      await queries.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  const isReady = settings.url !== null && settings.secret_set;
  return (
    <Dialog onOpenChange={() => sending.reset()}>
      <DialogTrigger asChild>
        <Button look="secondary">
          <Send aria-hidden />
          {t.open}
        </Button>
      </DialogTrigger>
      <DialogContent title={t.title} description={t.body}>
        <div className="mt-4 grid grid-cols-1 gap-4">
          {!isReady && <Alert kind="warn">{t.needs}</Alert>}
          <FormField label={t.event}>
            {({ id }) => (
              <Select
                id={id}
                value={event}
                options={SHOP_EVENTS.map((value) => ({ value, label: deliveryText.events[value] }))}
                onChange={setEvent}
              />
            )}
          </FormField>
          {sending.error !== null && <Alert kind="bad">{problemText(sending.error)}</Alert>}
          {sending.data !== undefined && <Outcome delivery={sending.data} />}
        </div>
        <DialogFooter>
          <Button disabled={!isReady} busy={sending.isPending} onClick={() => sending.mutate()}>
            {t.send}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Outcome({ delivery }: { readonly delivery: DeliveryDetailDto }) {
  const { status, last_status_code: code, last_error: error, duration_ms: ms, attempts_log: log } = delivery;
  const body = log.at(-1)?.response_body ?? '';
  return (
    <>
      {status === 'success' ? (
        <Alert kind="good">{t.arrived(code ?? 0, ms ?? 0)}</Alert>
      ) : (
        <Alert kind="bad" title={t.failed}>
          {error !== null && attemptErrorWords(error)} {code !== null && text.detail.answered(code, ms ?? 0)}
        </Alert>
      )}
      {body !== '' && <CopyField multiline label={t.answer} value={body} />}
    </>
  );
}
