import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../../api/client';
import type { CampaignDto } from '../../../api/schema';
import { useIsSecretMissing } from '../../../api/webhook-secret';
import { FormField } from '../../../components/form-field';
import { ErrorPanel } from '../../../components/page';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../../../components/ui/dialog';
import { commonText } from '../../../text/common';
import { problemText } from '../../../text/problem-text';
import { mayHaveBeenSent } from './may-have-been-sent';
import { newSendKey } from './new-send-key';
import { previewQuery } from '../queries';
import { SecretNote } from '../secret-note';
import { text } from '../text';
import { UploadNote } from '../orders-needed/upload-note';
import { UnitInput } from '../editor/unit-input';

const t = text.send;

interface Props {
  readonly campaign: CampaignDto;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SendDialog({ campaign, isOpen, onClose }: Props) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t.titleOf[campaign.channel]} description={bodyOf(campaign)}>
        <SendForm campaign={campaign} onSent={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const bodyOf = ({ name, webhook_url: url }: CampaignDto): string => (url === null ? t.listBody(name) : t.body(name, new URL(url).host));

const isMost = (typed: string): boolean => typed.trim() === '' || (Number.isInteger(Number(typed)) && Number(typed) >= 1);

function SendForm({ campaign, onSent }: { readonly campaign: CampaignDto; readonly onSent: () => void }) {
  const [most, setMost] = useState('');
  const [now] = useState(() => new Date().toISOString());
  const preview = useQuery(previewQuery(campaign.id));
  const sending = useSend(campaign, most, onSent);
  const isSecretMissing = useIsSecretMissing() && campaign.channel === 'webhook';
  const found = preview.data;
  if (preview.error !== null) return <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />;
  const recipients = found === undefined ? 0 : Math.min(found.recipients_count, most.trim() === '' ? Infinity : Number(most));
  const isReady = found !== undefined && isMost(most) && recipients > 0 && !isSecretMissing;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) sending.mutate();
      }}
    >
      <div className="mt-4 grid gap-4">
        {campaign.channel === 'webhook' && <SecretNote />}
        {found?.recipients_count === 0 && <Alert kind="warn">{t.nobody}</Alert>}
        <FormField label={t.most} hint={t.mostHint} error={isMost(most) ? undefined : t.useful}>
          {(wiring) => <UnitInput {...wiring} unit={text.editor.unit} value={most} onChange={({ target }) => setMost(target.value)} />}
        </FormField>
        {found !== undefined && found.left_out.holdout > 0 && most.trim() === '' && (
          <p className="text-sm text-muted">{t.holdout(found.left_out.holdout)}</p>
        )}
        {found !== undefined && <UploadNote contactedAt={now} windowDays={found.window_days} isPlain />}
        {sending.error !== null && (
          <Alert kind="bad">
            {problemText(sending.error)} {mayHaveBeenSent(sending.error) && t.again}
          </Alert>
        )}
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button look="secondary">{commonText.cancel}</Button>
        </DialogClose>
        <Button type="submit" disabled={!isReady} busy={sending.isPending}>
          {found === undefined ? t.counting : recipients > 0 ? t.confirm[campaign.channel](recipients) : text.page.sendBy[campaign.channel]}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Sends once, however often the button is pressed: the idempotency key changes only with the input. */
function useSend({ id, channel }: CampaignDto, most: string, onSent: () => void) {
  const queries = useQueryClient();
  const [keys] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: () => {
      const key = keys.get(most) ?? newSendKey();
      keys.set(most, key);
      return answerOf(
        api.POST('/campaigns/{id}/send', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body: { max_recipients: most.trim() === '' ? null : Number(most) },
        }),
      );
    },
    onSuccess: async ({ recipients_count: count }) => {
      toast.success(t.done[channel](count));
      onSent();
      // The list of customers to contact first has changed too.
      await Promise.all(['campaigns', 'customers'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      await queries.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
}
