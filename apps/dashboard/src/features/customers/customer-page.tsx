import { isPseudonym } from '#libs/order-import';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Copy, ExternalLink, UserX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormat } from '../../api/me';
import { ApiProblem } from '../../api/problem';
import type { ChurnDetailDto } from '../../api/schema';
import { InfoHint } from '../../components/info-hint';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { LifecycleBadge } from '../../components/lifecycle-badge';
import { RiskBadge } from '../../components/risk-badge';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { shortIdentifier } from '../../format/short-identifier';
import { fullName, nameOf } from '../../shared/addresses/address-book';
import { useAddressBook } from '../../shared/addresses/use-address-book';
import { commonText } from '../../text/common';
import { ActionsCard } from './actions-card';
import { CustomerFacts } from './customer-facts';
import { churnQuery, customerQuery } from './queries';
import { ReasonsCard } from './reasons-card';
import { RhythmCard } from './rhythm-card';
import { TEST_CUSTOMER } from '../../shared/test-order/test-customer';
import { TestCustomerNotice } from '../../shared/test-order/test-customer-notice';
import { terms } from '../../text/terms';
import { text } from './text';
import { TimelineCard } from './timeline/timeline-card';

const t = text.one;
/** Scores of one day make no line. */
const FEWEST_DAYS = 2;
const route = getRouteApi('/shell/customers/$externalId');
const HistoryChart = lazy(async () => ({ default: (await import('./history-chart')).HistoryChart }));

export function CustomerPage() {
  const { externalId } = route.useParams();
  const { data, error, refetch } = useQuery(churnQuery(externalId));
  const contact = useAddressBook().contacts.get(externalId);
  if (error instanceof ApiProblem && error.status === 404) return <UnknownCustomer externalId={externalId} />;
  return (
    <Page
      title={contact === undefined ? shortIdentifier(externalId) : nameOf(contact)}
      above={<Back />}
      description={data === undefined ? undefined : <Standing detail={data} />}
    >
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <CustomerSkeleton />}
      {data !== undefined && <Detail detail={data} />}
    </Page>
  );
}

function Back() {
  return (
    <Link to="/customers" className="-mt-1 mb-3 flex w-fit items-center gap-1.5 text-sm text-muted hover:text-text">
      <ArrowLeft className="size-4" aria-hidden />
      {t.back}
    </Link>
  );
}

/** The service scores a customer with more orders once a minute at most. */
const ORDERS_OF_PERSON = 5000;

function Standing({
  detail: {
    external_id: externalId,
    churn,
    lifecycle,
    confidence_text: confidence,
    features_extended: { orders_total: orders },
  },
}: {
  readonly detail: ChurnDetailDto;
}) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  if (churn === null) return t.noScore;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <RiskBadge label={churn.label} />
      {lifecycle !== null && (
        <span className="inline-flex items-center gap-1">
          <LifecycleBadge lifecycle={lifecycle} orders={orders} />
          {lifecycle === 'second_order_due' && orders > 1 && <span className="text-muted">{t.oneDayOnly}</span>}
          <InfoHint text={terms.lifecycle} />
        </span>
      )}
      {confidence !== null && (
        <span className="inline-flex items-center gap-1">
          {confidence}
          <InfoHint text={t.confidenceHint} />
        </span>
      )}
      <Consent externalId={externalId} />
      <Known externalId={externalId} />
      {shortIdentifier(externalId) !== externalId && <CopyIdentifier externalId={externalId} />}
      <OpenElsewhere externalId={externalId} />
      <span className="inline-flex items-center gap-1">
        {t.calculated(format.ago(churn.calculated_at, now))}
        {orders > ORDERS_OF_PERSON && <InfoHint text={t.onceAMinute} />}
      </span>
    </p>
  );
}

/** Says whether the customer may be contacted. */
function Consent({ externalId }: { readonly externalId: string }) {
  const { data } = useQuery(customerQuery(externalId));
  if (data == null) return null;
  return (
    <span className="inline-flex items-center gap-1">
      {t.consent[data.marketing_consent]}
      <InfoHint text={t.consentHint} />
    </span>
  );
}

/** Shows the name and the phone number where this browser knows them, and the identifier that the title has no room for. */
function Known({ externalId }: { readonly externalId: string }) {
  const contact = useAddressBook().contacts.get(externalId);
  if (contact === undefined) return null;
  const parts = [contact.email === '' ? '' : fullName(contact), contact.phone, isPseudonym(externalId) ? '' : externalId];
  const said = parts.filter((part) => part !== '' && part !== nameOf(contact));
  return said.length === 0 ? null : <span className="text-text">{said.join(' · ')}</span>;
}

function CopyIdentifier({ externalId }: { readonly externalId: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(externalId);
    setCopied(true);
  };
  return (
    <Button look="quiet" size="small" title={t.pseudonym} onClick={() => void copy()}>
      <Copy aria-hidden />
      {isCopied ? t.copied : t.copyId}
    </Button>
  );
}

function OpenElsewhere({ externalId }: { readonly externalId: string }) {
  const { data } = useQuery(customerQuery(externalId));
  if (data == null || data.link === null) return null;
  return (
    <a
      href={data.link.url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 font-medium text-accent hover:underline"
    >
      {t.openIn[data.link.place]}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  );
}

/** Says that the customer was deleted in the shop, has unsubscribed, or refuses marketing. */
function Departure({ externalId }: { readonly externalId: string }) {
  const format = useFormat();
  const { data } = useQuery(customerQuery(externalId));
  if (data == null) return null;
  return (
    <>
      {data.deleted_at !== null && <Alert kind="warn">{t.deleted(format.date(data.deleted_at))}</Alert>}
      {data.marketing_consent === 'no' && (
        <Alert>{data.unsubscribed_at === null ? t.refuses : t.unsubscribed(format.date(data.unsubscribed_at))}</Alert>
      )}
    </>
  );
}

/** More categories say nothing at a glance. */
const CATEGORIES_SHOWN = 6;

/** Says what the customer has bought, the last bought category first. */
function Bought({ externalId }: { readonly externalId: string }) {
  const format = useFormat();
  const { data } = useQuery(customerQuery(externalId));
  if (data == null || data.bought.length === 0) return null;
  const shown = data.bought.slice(0, CATEGORIES_SHOWN);
  return (
    <p className="text-sm text-muted">
      {t.bought(shown.map(({ category, last_at: lastAt }) => t.boughtCategory(category, format.date(lastAt))))}
      {data.bought.length > shown.length && t.boughtMore(format.number(data.bought.length - shown.length))}
    </p>
  );
}

function Detail({ detail }: { readonly detail: ChurnDetailDto }) {
  const navigate = useNavigate();
  return (
    <div className="grid gap-4 lg:gap-5">
      {detail.stale && <Alert kind="warn">{t.stale}</Alert>}
      {detail.external_id === TEST_CUSTOMER && <TestCustomerNotice isOwnPage onRemoved={() => void navigate({ to: '/customers' })} />}
      <Departure externalId={detail.external_id} />
      {detail.warnings.map((warning) => (
        <Alert key={warning}>{warning}</Alert>
      ))}
      <CustomerFacts detail={detail} />
      <Bought externalId={detail.external_id} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-5">
        <div className="grid gap-4 lg:gap-5">
          <ReasonsCard reasons={detail.explanation} />
          <ActionsCard detail={detail} />
        </div>
        <div className="grid min-w-0 gap-4 lg:row-span-2 lg:gap-5">
          <RhythmCard detail={detail} />
          <HistoryCard history={detail.history} />
        </div>
        <TimelineCard externalId={detail.external_id} />
      </div>
    </div>
  );
}

function HistoryCard({ history }: Pick<ChurnDetailDto, 'history'>) {
  const format = useFormat();
  const days = new Set(history.map(({ calculated_at: at }) => format.date(at)));
  return (
    <Card className="min-w-0">
      <CardHeader title={t.history.title} />
      <CardBody>
        {days.size < FEWEST_DAYS ? (
          <p className="text-sm text-muted">{t.history.short}</p>
        ) : (
          <Suspense fallback={<Skeleton className="h-56" />}>
            <HistoryChart history={history} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  );
}

function UnknownCustomer({ externalId }: { readonly externalId: string }) {
  return (
    <Page title={externalId} above={<Back />}>
      <EmptyState Icon={UserX} title={t.unknown.title}>
        {t.unknown.body}
      </EmptyState>
    </Page>
  );
}

function CustomerSkeleton() {
  return (
    <div className="grid gap-4" aria-busy>
      <span className="sr-only">{commonText.loading}</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  );
}
