import { Archive, CirclePlay, CirclePause, PencilLine, Send } from 'lucide-react';
import type { CampaignDto } from '../../api/schema';
import { text } from './text';

const LOOKS = {
  draft: { Icon: PencilLine, look: 'bg-subtle text-muted' },
  sent: { Icon: Send, look: 'bg-accent-soft text-accent' },
  active: { Icon: CirclePlay, look: 'bg-good-soft text-good' },
  paused: { Icon: CirclePause, look: 'bg-warn-soft text-warn' },
  archived: { Icon: Archive, look: 'bg-subtle text-muted' },
} as const;

/** A campaign that sends only by hand, or is a draft, shows as "Sent" once it was sent. */
export function StatusBadge({ campaign }: { readonly campaign: CampaignDto }) {
  const isByHand = campaign.status === 'draft' || (campaign.status === 'active' && campaign.schedule === null && campaign.trigger === null);
  const status = isByHand && campaign.stats.sends > 0 ? 'sent' : campaign.status;
  const { Icon, look } = LOOKS[status];
  const isList = status === 'sent' && campaign.channel === 'download';
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${look}`}>
      <Icon className="size-3.5" aria-hidden />
      {isList ? text.listStatus(campaign.stats.recipients_delivered > 0) : text.status[status]}
    </span>
  );
}
