import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { CampaignDto } from '../../api/schema';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { ForRole } from '../../components/for-role';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { ControlNote } from './control-note';
import { campaignsQuery } from './queries';
import { ShortResult } from './results/short-result';
import { StatusBadge } from './status-badge';
import { text as t } from './text';
import { whenWords } from './when-words';

export function CampaignsPage() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(campaignsQuery);
  const campaigns = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        campaigns.length > 0 && (
          <>
            <Button asChild look="secondary">
              <Link to="/campaigns/results">{t.overall.link}</Link>
            </Button>
            <NewCampaign />
          </>
        )
      }
    >
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-72" />}
      {data !== undefined && campaigns.length === 0 && (
        <EmptyState Icon={Megaphone} title={t.empty.title} action={<NewCampaign />}>
          {t.empty.body}
        </EmptyState>
      )}
      {data !== undefined && <ControlNote isBeforeFirst={campaigns.every(({ last_sent_at: sentAt }) => sentAt === null)} />}
      {campaigns.length > 0 && <CampaignTable campaigns={campaigns} />}
      {hasNextPage && (
        <Button look="secondary" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Page>
  );
}

function NewCampaign() {
  return (
    <ForRole least="member">
      <Button asChild>
        <Link to="/campaigns/new">
          <Plus aria-hidden />
          {t.create}
        </Link>
      </Button>
    </ForRole>
  );
}

function CampaignTable({ campaigns }: { readonly campaigns: readonly CampaignDto[] }) {
  const [now] = useState(() => new Date());
  return (
    <Card className="overflow-hidden">
      <Table>
        <thead>
          <tr>
            <Th>{t.columns.name}</Th>
            <Th className="hidden sm:table-cell">{t.columns.status}</Th>
            <Th className="hidden md:table-cell">{t.columns.last}</Th>
            <Th className="hidden text-right lg:table-cell">{t.columns.reached}</Th>
            <Th>{t.columns.result}</Th>
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <CampaignLine key={campaign.id} campaign={campaign} now={now} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function CampaignLine({ campaign, now }: { readonly campaign: CampaignDto; readonly now: Date }) {
  const format = useFormat();
  const { last_sent_at: sentAt, stats } = campaign;
  return (
    <Tr className="hover:bg-subtle/60">
      <Td>
        <Link to="/campaigns/$id" params={{ id: campaign.id }} className="font-medium break-words hover:text-accent hover:underline">
          {campaign.name}
        </Link>
        <span className="mt-0.5 block text-[0.8125rem] text-muted">{whenWords(campaign).join(' · ')}</span>
        <span className="mt-1.5 block sm:hidden">
          <StatusBadge campaign={campaign} />
        </span>
      </Td>
      <Td className="hidden sm:table-cell">
        <StatusBadge campaign={campaign} />
      </Td>
      <Td className="hidden whitespace-nowrap md:table-cell">
        {sentAt === null ? (
          <span className="text-muted">{t.neverOf[campaign.channel]}</span>
        ) : (
          <time dateTime={sentAt} title={format.dateTime(sentAt)}>
            {t.lastOf[campaign.channel](format.ago(sentAt, now))}
          </time>
        )}
      </Td>
      <Td className="hidden text-right tabular-nums lg:table-cell">{format.number(stats.recipients_delivered)}</Td>
      <Td>
        <ShortResult campaign={campaign} />
      </Td>
    </Tr>
  );
}
