import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat, useMe } from '../../api/me';
import type { IntegrationsDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { problemText } from '../../text/problem-text';
import { beginConnection } from '../../shared/storefront/begin-connection';
import { ImportProgress } from './import-progress';
import { OrderCounts } from './order-counts';
import { OwnAppDialog } from './own-app/own-app-dialog';
import { text as ownAppText } from './own-app/text';
import { RefusedNote } from './refused-note';
import { text as t } from './text';
import { Topics } from './topics';
import { EnterKeys } from './woocommerce-keys';

/** Shows the connected shop and its state. */
export function ShopCard({ integrations }: { readonly integrations: IntegrationsDto }) {
  const me = useMe();
  const isOwner = me.user.role === 'owner';
  const { platform, shop, status, currency, foreign_orders: foreignOrders } = integrations;
  const isWoo = platform === 'woocommerce';
  // Without keys nothing is imported from such a shop.
  const isWithoutKeys = isWoo && integrations.import.state === 'none';
  return (
    <Card>
      <CardHeader title={shop} description={platform === null ? undefined : t.platforms[platform]}>
        <Status status={status} />
      </CardHeader>
      <CardBody className="grid grid-cols-1 gap-6">
        {status === 'reauthorize' && !isWoo && <Reauthorize integrations={integrations} />}
        {status === 'reauthorize' && isWoo && (
          <Alert kind="bad" title={t.status.reauthorize}>
            {t.woo.keysEnded}
          </Alert>
        )}
        {currency !== null && foreignOrders > 0 && (
          <Alert kind="bad" title={t.shop.foreignTitle(foreignOrders, currency)}>
            {t.shop.foreignBody(me.tenant.currency)}
          </Alert>
        )}
        <RefusedNote refused={integrations.refused} />
        <Facts integrations={integrations} />
        {!isWithoutKeys && <ImportProgress progress={integrations.import} granted={integrations.orders_granted} platform={platform} />}
        {integrations.order_counts !== null && <OrderCounts counts={integrations.order_counts} progress={integrations.import} />}
        {integrations.webhooks.length > 0 && <Topics topics={integrations.webhooks} isOurs={!isWoo} />}
        {isWoo && (isWithoutKeys || status === 'reauthorize') && <EnterKeys title={isWithoutKeys ? t.woo.keysTitle : t.woo.keysAgain} />}
        {integrations.own_app && isOwner && <OwnApp integrations={integrations} />}
        {isOwner && <Disconnect isWoo={isWoo} />}
      </CardBody>
    </Card>
  );
}

function OwnApp({ integrations: { platform, shop } }: { readonly integrations: IntegrationsDto }) {
  const [isOpen, setOpen] = useState(false);
  if (platform === null || platform === 'woocommerce' || shop === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p>{ownAppText.connectedWith}</p>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        {ownAppText.change}
      </Button>
      {isOpen && <OwnAppDialog connected={{ platform, shop }} onClose={() => setOpen(false)} />}
    </div>
  );
}

const LOOKS = {
  connected: { Icon: CircleCheck, look: 'bg-good-soft text-good' },
  pending: { Icon: CircleDashed, look: 'bg-subtle text-muted' },
  reauthorize: { Icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  disconnected: { Icon: CircleDashed, look: 'bg-subtle text-muted' },
} as const;

function Status({ status }: { readonly status: IntegrationsDto['status'] }) {
  const { Icon, look } = LOOKS[status];
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium ${look}`}>
      <Icon className="size-3.5" aria-hidden />
      {t.status[status]}
    </span>
  );
}

function Facts({ integrations: { connected_at: connectedAt, last_webhook_at: lastAt } }: { readonly integrations: IntegrationsDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  return (
    <dl className="grid grid-cols-2 gap-4 text-sm sm:max-w-md">
      <div>
        <dt className="text-xs text-muted">{t.shop.connectedAt}</dt>
        <dd className="mt-0.5 font-medium">{connectedAt === null ? t.shop.never : format.dateTime(connectedAt)}</dd>
      </div>
      <div>
        <dt className="text-xs text-muted">{t.shop.lastWebhook}</dt>
        <dd className="mt-0.5 font-medium">{lastAt === null ? t.shop.never : format.ago(lastAt, now)}</dd>
      </div>
    </dl>
  );
}

function Reauthorize({ integrations: { shop, platform } }: { readonly integrations: IntegrationsDto }) {
  const isOwner = useMe().user.role === 'owner';
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => beginConnection(shop ?? '', platform === null || platform === 'woocommerce' ? undefined : platform),
  });
  return (
    <Alert kind="bad" title={t.status.reauthorize}>
      <p>{error === null ? t.shop.reauthorizeBody : problemText(error)}</p>
      {isOwner ? (
        <Button size="small" className="mt-2" busy={isPending || isSuccess} onClick={() => mutate()}>
          {t.shop.reauthorize}
        </Button>
      ) : (
        <p>{t.connect.ownersOnly}</p>
      )}
    </Alert>
  );
}

function Disconnect({ isWoo }: { readonly isWoo: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.DELETE('/integrations/storefront')),
    onSuccess: (integrations) => {
      setAsking(false);
      queries.setQueryData(['integrations'], integrations);
      toast.success(t.shop.disconnected);
    },
  });
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        {t.shop.disconnect}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.shop.disconnectTitle}
        description={isWoo ? t.shop.disconnectBody : `${t.shop.disconnectBody} ${t.shop.mayBeErased}`}
        confirm={t.shop.disconnect}
        busy={isPending}
        error={error}
        onConfirm={() => mutate()}
      />
    </>
  );
}
