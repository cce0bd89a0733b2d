import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListPlus, Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { CampaignDto } from '../../../api/schema';
import { useIsSecretMissing } from '../../../api/webhook-secret';
import { Button } from '../../../components/ui/button';
import { previewQuery } from '../queries';
import { SendDialog } from './send-dialog';
import { text as t } from '../text';

/** Opens the dialog that sends the campaign. While the campaign cannot be sent, shows the reason and the way out next to the button. */
export function SendButton({ campaign, label }: { readonly campaign: CampaignDto; readonly label?: string }) {
  const { channel } = campaign;
  const reasonId = useId();
  const [isSending, setSending] = useState(false);
  const isSecretMissing = useIsSecretMissing() && channel === 'webhook';
  const { data: preview } = useQuery(previewQuery(campaign.id));
  const isNobodyFree = preview?.recipients_count === 0;
  return (
    <>
      {isSecretMissing && (
        <Link id={reasonId} to="/webhooks" className="text-sm font-medium text-accent hover:underline">
          {t.page.secretFirst}
        </Link>
      )}
      {!isSecretMissing && isNobodyFree && (
        <span id={reasonId} className="text-sm text-muted">
          {t.page.nobodyFree}
        </span>
      )}
      <Button
        look={isNobodyFree ? 'secondary' : 'primary'}
        disabled={isSecretMissing || isNobodyFree}
        aria-describedby={isSecretMissing || isNobodyFree ? reasonId : undefined}
        onClick={() => setSending(true)}
      >
        {channel === 'webhook' ? <Send aria-hidden /> : <ListPlus aria-hidden />}
        {label ?? t.page.sendBy[channel]}
      </Button>
      <SendDialog campaign={campaign} isOpen={isSending} onClose={() => setSending(false)} />
    </>
  );
}
