import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CircleDot,
  Megaphone,
  MegaphoneOff,
  MousePointerClick,
  ShoppingBag,
  StickyNote,
  TrendingDown,
  TrendingUp,
  Undo2,
  Webhook,
} from 'lucide-react';
import { useFormat } from '../../../api/me';
import { ErrorPanel } from '../../../components/page';
import { Button } from '../../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { NoteActions, WriteNote } from './notes';
import { timelineQuery } from './queries';
import { orderName, riskMove, sentenceOf, type TimelineEntry } from './sentences';
import { text as t } from './text';

const LINK = 'font-medium text-accent hover:underline';

/** Lists what has happened with a customer, newest first. */
export function TimelineCard({ externalId }: { readonly externalId: string }) {
  const format = useFormat();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(timelineQuery(externalId));
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  const removedBefore = data?.pages[0]?.removed_before ?? null;
  return (
    <Card className="min-w-0">
      <CardHeader title={t.title} />
      <CardBody>
        <WriteNote externalId={externalId} />
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-64" />}
        {data !== undefined && entries.length === 0 && <p className="text-sm text-muted">{t.none}</p>}
        {entries.length > 0 && (
          <ol aria-label={t.title} className="grid gap-4">
            {withKeys(entries).map(({ key, entry }) => (
              <Entry key={key} entry={entry} externalId={externalId} />
            ))}
          </ol>
        )}
        {!hasNextPage && removedBefore !== null && <p className="mt-4 text-sm text-muted">{t.removed(format.date(removedBefore))}</p>}
      </CardBody>
      {hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Gives each entry a key of its own. Orders without a number may be equal in every field, so equal ones are counted. */
function withKeys(entries: readonly TimelineEntry[]): { readonly key: string; readonly entry: TimelineEntry }[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const name = `${entry.kind} ${entry.at}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { key: `${name} ${count}`, entry };
  });
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly externalId: string;
}

function Entry({ entry, externalId }: EntryProps) {
  const format = useFormat();
  const { Icon, look } = lookOf(entry);
  const isOrder = entry.kind === 'order' || entry.kind === 'refund';
  const orderNamed = isOrder ? orderName(entry) : null;
  return (
    <li className="flex gap-3.5">
      <span className={`mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full ${look}`}>
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0">
        <p className="break-words whitespace-pre-line">{sentenceOf(entry, format)}</p>
        <p className="flex flex-wrap gap-x-2 text-[0.8125rem] text-muted">
          <time dateTime={entry.at}>{isOrder ? format.orderTime(entry.at) : format.dateTime(entry.at)}</time>
          <span aria-hidden>·</span>
          <span className="min-w-0 break-words">
            {entry.kind === 'note' ? t.note.by(entry.author) : (orderNamed ?? t.kinds[entry.kind])}
          </span>
          {(entry.kind === 'campaign' || entry.kind === 'delivery') && (
            <span className="hidden sm:inline" aria-hidden>
              ·
            </span>
          )}
          <Details entry={entry} externalId={externalId} />
        </p>
      </div>
    </li>
  );
}

/** Leads to the page that knows more about the entry. */
function Details({ entry, externalId }: EntryProps) {
  if (entry.kind === 'note') return <NoteActions note={entry} externalId={externalId} />;
  if (entry.kind === 'campaign') {
    return (
      <Link to="/campaigns/$id" params={{ id: entry.campaign_id }} className={LINK}>
        {t.campaign.show}
      </Link>
    );
  }
  if (entry.kind !== 'delivery') return null;
  return (
    <Link to="/webhooks" search={{ tab: 'deliveries', customer: externalId, delivery: entry.delivery_id }} className={LINK}>
      {t.delivery.show}
    </Link>
  );
}

const QUIET = 'bg-subtle text-muted';

function lookOf(entry: TimelineEntry): { readonly Icon: typeof CircleDot; readonly look: string } {
  switch (entry.kind) {
    case 'order': {
      const counts = entry.status === 'placed' && !entry.test;
      return { Icon: ShoppingBag, look: counts ? 'bg-accent-soft text-accent' : QUIET };
    }
    case 'refund':
      return { Icon: Undo2, look: QUIET };
    case 'score': {
      const move = riskMove(entry);
      // Neither good nor bad news of the customer.
      if (move === 0 || entry.cause === 'model' || entry.cause === 'settings') return { Icon: CircleDot, look: QUIET };
      return move > 0 ? { Icon: TrendingUp, look: 'bg-danger-soft text-danger' } : { Icon: TrendingDown, look: 'bg-good-soft text-good' };
    }
    case 'campaign':
      return { Icon: entry.holdout ? MegaphoneOff : Megaphone, look: QUIET };
    case 'activity':
      return { Icon: MousePointerClick, look: QUIET };
    case 'note':
      return { Icon: StickyNote, look: 'bg-accent-soft text-accent' };
    case 'delivery':
      return { Icon: Webhook, look: entry.status === 'dead_letter' ? 'bg-danger-soft text-danger' : QUIET };
  }
}
