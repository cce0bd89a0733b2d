import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { CampaignDto, SendingDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { saveFile } from '../../components/save-file';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { problemText } from '../../text/problem-text';
import { sendingsQuery } from './queries';
import { text } from './text';

const t = text.sendings;

/** Lists each sending of a campaign with a file of its recipients. Hidden before the first one. */
export function Sendings({ campaign }: { readonly campaign: CampaignDto }) {
  const { sends, recipients } = campaign.stats;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(sendingsQuery(campaign));
  if (sends === 0) return null;
  return (
    <Card>
      <CardHeader title={t.title} description={t.stats(sends, recipients)} />
      {error !== null && (
        <CardBody>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </CardBody>
      )}
      {data === undefined && error === null && (
        <CardBody>
          <Skeleton className="h-24" />
        </CardBody>
      )}
      {data !== undefined && (
        <div className="pt-3 pb-2">
          <SendingTable campaignId={campaign.id} sendings={data.pages.flatMap((page) => page.data)} />
          <p className="px-5 py-3 text-[0.8125rem] text-muted">{t.file}</p>
          {hasNextPage && (
            <Button look="secondary" className="mx-5 mb-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {text.more}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function SendingTable({ campaignId, sendings }: { readonly campaignId: string; readonly sendings: readonly SendingDto[] }) {
  const format = useFormat();
  const download = useMutation({
    mutationFn: ({ id }: SendingDto) => recipientsOf(campaignId, id),
    onSuccess: (file, { sent_at: at }) => saveFile(file, `recipients-${at.slice(0, 10)}.csv`),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t.columns.when}</Th>
          <Th className="hidden md:table-cell">{t.columns.by}</Th>
          <Th className="text-right">{t.columns.recipients}</Th>
          <Th className="hidden text-right sm:table-cell">{t.columns.delivered}</Th>
          <Th className="hidden text-right sm:table-cell">{t.columns.undelivered}</Th>
          <Th className="hidden text-right md:table-cell">{t.columns.holdout}</Th>
          <Th>
            <span className="sr-only">{t.download}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sendings.map((sending) => (
          <Tr key={sending.id}>
            <Td className="whitespace-nowrap font-medium">{format.dateTime(sending.sent_at)}</Td>
            <Td className="hidden md:table-cell">{t.by[sending.source]}</Td>
            <Td className="text-right tabular-nums">{sending.recipients}</Td>
            <Td className="hidden text-right tabular-nums sm:table-cell">{sending.recipients_delivered}</Td>
            <Td className="hidden text-right tabular-nums sm:table-cell">{sending.recipients_undelivered}</Td>
            <Td className="hidden text-right tabular-nums md:table-cell">{sending.holdout}</Td>
            <Td className="text-right">
              <Button
                look="secondary"
                size="small"
                busy={download.isPending && download.variables.id === sending.id}
                aria-label={t.downloadOf(format.dateTime(sending.sent_at))}
                onClick={() => download.mutate(sending)}
              >
                <Download aria-hidden />
                {t.download}
              </Button>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const recipientsOf = (id: string, sendId: string): Promise<Blob> =>
  answerOf(api.GET('/campaigns/{id}/sends/{send_id}/recipients.csv', { params: { path: { id, send_id: sendId } }, parseAs: 'blob' }));
