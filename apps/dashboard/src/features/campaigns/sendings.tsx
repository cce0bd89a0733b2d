import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useFormat } from '../../api/me';
import type { CampaignDto, SendingDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { sendingsQuery } from './queries';
import { text } from './text';
import { useRecipientsDownload } from './use-recipients-download';

const t = text.sendings;

/** Lists each sending of a campaign with a file of its recipients. Hidden before the first one. */
export function Sendings({ campaign }: { readonly campaign: CampaignDto }) {
  const { sends, recipients } = campaign.stats;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(sendingsQuery(campaign));
  if (sends === 0) return null;
  return (
    <Card>
      <CardHeader title={t.titleOf[campaign.channel]} description={t.stats[campaign.channel](sends, recipients)} />
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
          <SendingTable campaign={campaign} sendings={data.pages.flatMap((page) => page.data)} />
          <p className="px-5 py-3 text-[0.8125rem] text-muted">{t.file[campaign.channel]}</p>
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

function SendingTable({ campaign, sendings }: { readonly campaign: CampaignDto; readonly sendings: readonly SendingDto[] }) {
  const format = useFormat();
  const download = useRecipientsDownload(campaign.id);
  const columns = { ...t.columns, ...t.columnsOf[campaign.channel] };
  return (
    <Table>
      <thead>
        <tr>
          <Th>{columns.when}</Th>
          <Th className="hidden md:table-cell">{columns.by}</Th>
          <Th className="text-right">{columns.recipients}</Th>
          <Th className="hidden text-right sm:table-cell">{columns.delivered}</Th>
          <Th className="hidden text-right sm:table-cell">{columns.undelivered}</Th>
          <Th className="hidden text-right md:table-cell">{columns.holdout}</Th>
          <Th>
            <span className="sr-only">{t.download}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sendings.map((sending) => (
          <Tr key={sending.id}>
            <Td className="whitespace-nowrap font-medium">{format.dateTime(sending.sent_at)}</Td>
            <Td className="hidden whitespace-nowrap md:table-cell">{t.by[sending.source]}</Td>
            <Td className="text-right tabular-nums">{sending.recipients}</Td>
            <Td className="hidden text-right tabular-nums sm:table-cell">{sending.recipients_delivered}</Td>
            <Td className="hidden text-right tabular-nums sm:table-cell">{sending.recipients_undelivered}</Td>
            <Td className="hidden text-right tabular-nums md:table-cell">{sending.holdout}</Td>
            <Td className="text-right">
              <Button
                look="secondary"
                size="small"
                busy={download.isPending && download.variables.sending.id === sending.id}
                aria-label={t.downloadOf(format.dateTime(sending.sent_at))}
                onClick={() => download.mutate({ sending })}
              >
                <Download aria-hidden />
                <span className="hidden sm:inline">{t.download}</span>
              </Button>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
