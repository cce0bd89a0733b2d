import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../api/me';
import { billingQuery } from '../../api/queries';
import type { BillingDto, PlanDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { plansQuery } from '../../api/plans';
import { moneyIn } from '../../format/money-in';
import { text as t } from './text';

export function PlanCards({ billing }: { readonly billing: BillingDto }) {
  const { data, error, refetch } = useQuery(plansQuery);
  const [wanted, setWanted] = useState<PlanDto | null>(null);
  // The plans come in the order of what they allow.
  const place = (id: string): number => data?.findIndex((plan) => plan.id === id) ?? 0;
  const isLarger = (plan: PlanDto): boolean => place(plan.id) > place(billing.plan);
  const requested = data?.find(({ id }) => id === billing.requested_plan);
  const isOwner = useMe().user.role === 'owner';
  const hasPrices = data?.some(({ price }) => price !== null) === true;
  return (
    <section aria-label={t.plan} className="grid gap-4">
      <h2 className="text-lg font-semibold tracking-tight">{t.plan}</h2>
      {!isOwner && hasPrices && <Alert>{t.ownersOnly}</Alert>}
      {data !== undefined && !hasPrices && <p className="text-sm text-muted">{t.noPrices}</p>}
      {requested !== undefined && <Alert>{t.asked(requested.name)}</Alert>}
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      <div className="grid gap-4 md:grid-cols-3">
        {data?.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            billing={billing}
            isLarger={isLarger(plan)}
            onChoose={isOwner && plan.price !== null ? () => setWanted(plan) : undefined}
          />
        ))}
      </div>
      {wanted !== null && <ChangeDialog plan={wanted} isLarger={isLarger(wanted)} onClose={() => setWanted(null)} />}
    </section>
  );
}

interface PlanProps {
  readonly plan: PlanDto;
  readonly billing: BillingDto;
  /** Than the present one. The operator has to confirm it. */
  readonly isLarger: boolean;
  readonly onChoose: (() => void) | undefined;
}

function PlanCard({ plan, billing, isLarger, onChoose }: PlanProps) {
  const isMine = plan.id === billing.plan;
  const isRequested = plan.id === billing.requested_plan;
  const rate = isMine ? billing.limits.requests_per_minute : plan.requests_per_minute;
  return (
    <Card className={`flex flex-col p-5 ${isMine ? 'border-accent' : ''}`}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{plan.name}</h3>
        {(isMine || isRequested) && (
          <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-medium text-accent">
            {isMine ? t.yours : t.requested}
          </span>
        )}
      </div>
      {plan.price !== null && (
        <p className="mt-2 text-lg font-semibold tabular-nums">{t.monthly(moneyIn(plan.price.currency, plan.price.amount))}</p>
      )}
      <ul className="mt-3 mb-5 grid gap-1.5 text-sm text-muted">
        {[rate === null ? t.custom : t.rate(rate), t.batch(plan.max_batch)].map((line) => (
          <li key={line} className="flex items-center gap-2">
            <Check className="size-4 text-good" aria-hidden />
            {line}
          </li>
        ))}
      </ul>
      {!isMine && !isRequested && onChoose !== undefined && (
        <Button look="secondary" className="mt-auto" onClick={onChoose}>
          {(isLarger ? t.ask : t.change)(plan.name)}
        </Button>
      )}
    </Card>
  );
}

function ChangeDialog({ plan, isLarger, onClose }: Pick<PlanProps, 'plan' | 'isLarger'> & { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => answerOf(api.POST('/billing/plan', { body: { plan: plan.id } })),
    onSuccess: async () => {
      toast.success((isLarger ? t.asked : t.changed)(plan.name));
      onClose();
      await Promise.all([queries.invalidateQueries(billingQuery), queries.invalidateQueries({ queryKey: ['me'] })]);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      look="primary"
      title={(isLarger ? t.askTitle : t.changeTitle)(plan.name)}
      description={isLarger ? t.askBody : t.changeBody}
      confirm={(isLarger ? t.ask : t.change)(plan.name)}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    />
  );
}
