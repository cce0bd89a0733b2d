import { Download } from 'lucide-react';
import { useFormat } from '../../../api/me';
import type { CampaignDto, SendingDto } from '../../../api/schema';
import { Button } from '../../../components/ui/button';
import { AddressButton } from '../../../shared/addresses/address-button';
import { recipientsFile, recipientsOf, useRecipientsDownload } from '../use-recipients-download';
import { text as t } from './text';

/** Downloads the list of each offer by itself. */
export function ArmFiles({ campaign, sending }: { readonly campaign: CampaignDto; readonly sending: SendingDto }) {
  const format = useFormat();
  const download = useRecipientsDownload(campaign.id);
  if (campaign.arms.length === 0) return null;
  return (
    <div className="mt-3 grid gap-3">
      <p>{t.files}</p>
      <ul className="grid gap-3">
        {campaign.arms.map(({ name, text: content }) => (
          <li key={name} className="grid gap-1.5">
            <p>
              <span className="font-medium">{name}</span>
              {content !== null && <span className="text-muted"> · {content}</span>}
            </p>
            <div className="flex flex-wrap gap-2">
              <AddressButton look="primary" list={() => recipientsOf(campaign.id, sending.id, name)} name={recipientsFile(sending, name)} />
              <Button
                look="secondary"
                busy={download.isPending && download.variables.arm === name}
                aria-label={`${t.file(name)}, ${format.dateTime(sending.sent_at)}`}
                onClick={() => download.mutate({ sending, arm: name })}
              >
                <Download aria-hidden />
                {t.file(name)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
