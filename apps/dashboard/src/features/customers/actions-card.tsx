import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { ChurnDetailDto } from '../../api/schema';
import { ForRole } from '../../components/for-role';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { EraseButton } from './erase-button';
import { customerQuery } from './queries';
import { RecalculateButton } from './recalculate-button';
import { situationOf } from './situation';
import { text } from './text';
import { timelineQuery } from './timeline/queries';
import { sendThatHolds } from './timeline/send-that-holds';

const t = text.one.actions;

/** Says whether to contact the customer, and offers what can be done. */
export function ActionsCard({ detail }: { readonly detail: ChurnDetailDto }) {
  const { external_id: externalId, lifecycle } = detail;
  const format = useFormat();
  const { data: timeline, isPending } = useInfiniteQuery(timelineQuery(externalId));
  const { data: customer } = useQuery(customerQuery(externalId));
  const isKnown = !isPending && customer !== undefined;
  const [now] = useState(() => new Date());
  const send = sendThatHolds(timeline?.pages[0]?.data ?? [], now);
  const group = customer?.control_group ?? 'none';
  const refuses = customer?.marketing_consent === 'no';
  const said = send === null ? null : t.campaigns[send.kind](send.name, format.date(send.at), format.date(send.until));
  // The group of the shop comes first: it never ends. The timeline names the campaign of the other one, if it reaches back so far.
  const control = group === 'shop' || (group === 'campaign' && send?.kind !== 'control') ? t.control[group] : null;
  return (
    <Card>
      <CardHeader
        title={t.title}
        description={isKnown ? (control ?? (refuses ? t.refuses : null) ?? said ?? t.advice[situationOf(detail)]) : null}
      />
      <CardBody className="flex flex-wrap gap-2">
        <ContactWorth externalId={externalId} />
        <ForRole least="member">
          {(lifecycle === 'slipping' || lifecycle === 'second_order_due') && isKnown && send === null && group === 'none' && !refuses && (
            <Button asChild>
              <Link to="/campaigns/new" search={{ audience: lifecycle }}>
                <Megaphone aria-hidden />
                {t.campaign[lifecycle]}
              </Link>
            </Button>
          )}
          <RecalculateButton externalId={externalId} />
        </ForRole>
        <ForRole least="admin">
          <EraseButton externalId={externalId} />
        </ForRole>
      </CardBody>
    </Card>
  );
}

/** Says what a contact brings, once it is known. What is missing to know it is the same for every customer, so the campaigns say it. */
function ContactWorth({ externalId }: { readonly externalId: string }) {
  const format = useFormat();
  const { data } = useQuery(customerQuery(externalId));
  if (data === undefined) return null;
  const { contact_value: worth, contacted_score: contacted, churn } = data;
  if (worth === null) return null;
  const [low, high] = [format.money(worth.low), format.money(worth.high)];
  const chance = (score: string): string => format.percent(Number(score));
  return (
    <div className="grid basis-full gap-1 text-sm">
      <p>{Number(worth.value) > 0 ? t.worth(format.money(worth.value), low, high) : t.notWorth(low, high)}</p>
      {contacted !== null && churn !== null && (
        <p className="text-muted">
          {t.chances(chance(churn.score), chance(contacted.value), chance(contacted.low), chance(contacted.high))}
        </p>
      )}
    </div>
  );
}
