import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { AddressButton } from '../../shared/addresses/address-button';
import { AddressedExportButton, ExportButton } from '../../shared/customer-list/export-button';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { CampaignDto, SendingDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { FormField } from '../../components/form-field';
import { ForRole } from '../../components/for-role';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { problemText } from '../../text/problem-text';
import { ArmFiles } from './arms/arm-files';
import { previewQuery, sendingsQuery } from './queries';
import { SUPPRESSION } from './suppression';
import { UploadNote } from './orders-needed/upload-note';
import { text } from './text';
import { recipientsFile, recipientsOf, useRecipientsDownload } from './use-recipients-download';

const t = text.lists;

const waitingIn = (sending: SendingDto): number => sending.recipients - sending.recipients_delivered - sending.recipients_undelivered;

/** Shows the lists of a campaign that still have to be used, each with the three steps. */
export function WaitingLists({ campaign }: { readonly campaign: CampaignDto }) {
  const { data } = useInfiniteQuery(sendingsQuery(campaign));
  if (campaign.channel !== 'download') return null;
  const waiting = (data?.pages.flatMap((page) => page.data) ?? []).filter((sending) => waitingIn(sending) > 0);
  return waiting.map((sending) => <WaitingList key={sending.id} campaign={campaign} sending={sending} />);
}

interface Props {
  readonly campaign: CampaignDto;
  readonly sending: SendingDto;
}

function WaitingList({ campaign, sending }: Props) {
  const format = useFormat();
  const download = useRecipientsDownload(campaign.id);
  return (
    <Card>
      <CardHeader title={t.title(waitingIn(sending))} description={t.made(format.dateTime(sending.sent_at))} />
      <CardBody>
        <ol className="grid gap-4 text-sm">
          <Step number={1}>
            <p>{t.download}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <AddressButton
                look={campaign.arms.length > 0 ? 'secondary' : 'primary'}
                list={() => recipientsOf(campaign.id, sending.id)}
                name={recipientsFile(sending)}
              />
              <Button look="secondary" busy={download.isPending} onClick={() => download.mutate({ sending })}>
                <Download aria-hidden />
                {t.downloadButton}
              </Button>
            </div>
            <ArmFiles campaign={campaign} sending={sending} />
          </Step>
          <Step number={2}>
            <p>{t.write}</p>
            {sending.holdout > 0 && <p className="mt-1 text-muted">{t.onlyThem(sending.holdout)}</p>}
            <ShopControl campaign={campaign} />
          </Step>
          <Step number={3}>
            <p>{t.say}</p>
            <ForRole least="member">
              <ListOutcome campaign={campaign} sending={sending} />
            </ForRole>
          </Step>
        </ol>
      </CardBody>
    </Card>
  );
}

/** Says how many customers of the audience the control group of the shop keeps out, and gives the list of all who must get nothing. */
function ShopControl({ campaign }: { readonly campaign: CampaignDto }) {
  const { data } = useQuery(previewQuery(campaign.id));
  if (data === undefined || data.left_out.tenant_control === 0) return null;
  return (
    <>
      <p className="mt-1 text-muted">{t.notShop(data.left_out.tenant_control)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <AddressedExportButton {...SUPPRESSION} label={t.nothingAddresses} />
        <ExportButton {...SUPPRESSION} label={t.nothing} />
      </div>
    </>
  );
}

const Step = ({ number, children }: { readonly number: number; readonly children: React.ReactNode }) => (
  <li className="flex gap-3">
    <span aria-hidden className="flex size-6 shrink-0 items-center justify-center rounded-full bg-subtle text-xs font-semibold">
      {number}
    </span>
    <div className="min-w-0">{children}</div>
  </li>
);

/** Asks before it records that a list was contacted, because the answer is final. The window of the campaign begins on the day that the person names. */
function ListOutcome({ campaign, sending }: Props) {
  const [today] = useState(() => dayOf(new Date()));
  const made = dayOf(new Date(sending.sent_at));
  const [day, setDay] = useState(today);
  const [isAsking, setAsking] = useState(false);
  const params = { path: { id: campaign.id, send_id: sending.id } };
  const contacted = useOutcome(t.counted(waitingIn(sending)), () => {
    const body = day === today ? {} : { contacted_at: noonOf(day, sending.sent_at) };
    return answerOf(api.POST('/campaigns/{id}/sends/{send_id}/contacted', { params, body }));
  });
  const givenUp = useOutcome(t.free, () => answerOf(api.POST('/campaigns/{id}/sends/{send_id}/give-up', { params })));
  const { error } = givenUp;
  const { data: preview } = useQuery(previewQuery(campaign.id));
  return (
    <div className="mt-2 grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => setAsking(true)}>
          <Check aria-hidden />
          {t.contacted}
        </Button>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t.sure(waitingIn(sending))}
          description={t.sureBody}
          confirm={t.contacted}
          look="primary"
          busy={contacted.isPending}
          error={contacted.error}
          onConfirm={() => contacted.mutate()}
        >
          <FormField label={t.day} hint={t.dayHint}>
            {(wiring) => (
              <Input
                {...wiring}
                type="date"
                className="w-44"
                min={made}
                max={today}
                value={day}
                onChange={({ target }) => setDay(target.value === '' ? today : target.value)}
              />
            )}
          </FormField>
          {preview !== undefined && <UploadNote contactedAt={noonOf(day, sending.sent_at)} windowDays={preview.window_days} isPlain />}
        </ConfirmDialog>
        <Button look="secondary" busy={givenUp.isPending} onClick={() => givenUp.mutate()}>
          {t.giveUp}
        </Button>
      </div>
      {error !== null && <Alert kind="bad">{problemText(error)}</Alert>}
    </div>
  );
}

const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

/** Returns noon of a day where the reader is; on the day of the list not before the list was made. The API refuses other days. */
function noonOf(day: string, madeAt: string): string {
  const noon = new Date(`${day}T12:00:00`).toISOString();
  return noon < madeAt && day === dayOf(new Date(madeAt)) ? madeAt : noon;
}

function useOutcome(done: string, record: () => Promise<SendingDto>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: record,
    onSuccess: async () => {
      toast.success(done);
      // The list of customers to contact first has changed too.
      await Promise.all(['campaigns', 'customers'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
}
