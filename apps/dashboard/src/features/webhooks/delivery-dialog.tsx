import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { DeliveryDetailDto } from '../../api/schema';
import { CopyField } from '../../components/copy-field';
import { ErrorPanel } from '../../components/page';
import { ForRole } from '../../components/for-role';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Skeleton } from '../../components/ui/skeleton';
import { DeliveryStatus } from '../../shared/deliveries/delivery-status';
import { whyNot } from '../../shared/deliveries/delivery-words';
import { deliveryQuery } from '../../shared/deliveries/queries';
import { deliveryText } from '../../shared/deliveries/text';
import { problemText } from '../../text/problem-text';
import { AttemptsLog } from './attempts-log';
import { text } from './text';

const t = text.detail;

/** Shows all details of one delivery. @param id null if the dialog is closed. */
export function DeliveryDialog({ id, onClose }: { readonly id: string | null; readonly onClose: () => void }) {
  return (
    <Dialog open={id !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t.title} className="max-w-3xl">
        {id !== null && <Detail id={id} />}
      </DialogContent>
    </Dialog>
  );
}

function Detail({ id }: { readonly id: string }) {
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id));
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (delivery === undefined) return <Skeleton className="mt-4 h-96" />;
  const { payload } = delivery;
  return (
    <div className="mt-4 grid grid-cols-1 gap-6">
      <Facts delivery={delivery} />
      <section className="min-w-0">
        <h3 className="mb-2 text-sm font-medium">{t.attempts}</h3>
        <AttemptsLog attempts={delivery.attempts_log} />
      </section>
      <section className="min-w-0">
        <h3 className="mb-2 text-sm font-medium">{t.payload}</h3>
        {payload === null ? (
          <p className="text-sm text-muted">{t.erased}</p>
        ) : (
          <div className="max-h-80 overflow-y-auto rounded-lg">
            <CopyField multiline label={t.payload} value={JSON.stringify(payload, null, 2)} />
          </div>
        )}
      </section>
      {delivery.status !== 'pending' && payload !== null && (
        <ForRole least="member">
          <Replay id={id} />
        </ForRole>
      )}
    </div>
  );
}

function Facts({ delivery }: { readonly delivery: DeliveryDetailDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  const { customer_id: customer, campaign_id: campaign, next_attempt_at: next } = delivery;
  const why = whyNot(delivery);
  return (
    <dl className="grid gap-4 text-sm sm:grid-cols-2">
      <Fact name={deliveryText.events[delivery.event]}>{format.dateTime(delivery.created_at)}</Fact>
      <Fact name={t.status}>
        <span className="flex flex-wrap items-center gap-2">
          <DeliveryStatus status={delivery.status} />
          {why !== null && <span className="text-muted">{why}</span>}
        </span>
        {next !== null && <span className="mt-1 block text-muted">{t.next(format.relative(next, now))}</span>}
      </Fact>
      <Fact name={t.to}>
        <span className="font-mono text-[0.8125rem] break-all">{delivery.url}</span>
      </Fact>
      <Fact name={t.id}>
        <span className="font-mono text-[0.8125rem] break-all">{delivery.id}</span>
      </Fact>
      {customer !== null && (
        <Fact name={t.customer}>
          <span className="font-mono text-[0.8125rem] break-all">{customer}</span>
        </Fact>
      )}
      {campaign !== null && (
        <Fact name={t.campaign}>
          <Link to="/campaigns/$id" params={{ id: campaign }} className="font-medium text-accent hover:underline">
            {t.open}
          </Link>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Replay({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => answerOf(api.POST('/settings/webhook/deliveries/{id}/replay', { params: { path: { id } } })),
    onSuccess: async () => {
      toast.success(t.replayed);
      await queries.invalidateQueries({ queryKey: ['deliveries'] });
      await queries.invalidateQueries({ queryKey: ['webhook'] });
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <DialogFooter>
      <Button look="secondary" busy={isPending} onClick={() => mutate()}>
        <RotateCw aria-hidden />
        {t.replay}
      </Button>
    </DialogFooter>
  );
}
