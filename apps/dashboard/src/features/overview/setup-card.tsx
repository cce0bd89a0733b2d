import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/me';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { modelQuery } from './queries';
import { hideSetup, isSetupHidden } from './setup-hidden';
import { colleagueQuery, toldQuery } from './setup-queries';
import { text } from './text';

const t = text.setup;

/** Lists what a new shop has done and has still to do, until all is done or the owner hides it. */
export function SetupCard({ hasOrders }: { readonly hasOrders: boolean }) {
  const {
    user,
    tenant: { id: tenantId },
  } = useMe();
  const [isHidden, setHidden] = useState(() => isSetupHidden(tenantId));
  const isShown = user.role === 'owner' && !isHidden;
  const { data: model } = useQuery({ ...modelQuery, enabled: isShown });
  const { data: isTold } = useQuery({ ...toldQuery, enabled: isShown });
  const { data: hasColleague } = useQuery({ ...colleagueQuery, enabled: isShown });
  if (!isShown || model === undefined || isTold === undefined || hasColleague === undefined) return null;
  const steps: readonly StepProps[] = [
    { ...t.orders, to: '/integrations', isDone: hasOrders },
    { ...t.model, to: null, isDone: hasOrders && model.status === 'fitted' },
    { ...t.told, to: '/campaigns', isDone: isTold },
    { ...t.colleague, to: '/team', isDone: hasColleague },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  const hide = (): void => {
    hideSetup(tenantId);
    setHidden(true);
  };
  return (
    <Card className="max-sm:order-3">
      <section aria-label={t.title} className="p-5">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-semibold tracking-tight">
            {t.title} <span className="font-normal text-muted">{t.done(done, steps.length)}</span>
          </h2>
          {hasOrders && (
            <Button look="quiet" size="small" onClick={hide}>
              {t.hide}
            </Button>
          )}
        </div>
        <ol className="mt-3 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {steps.map((step) => (
            <Step key={step.name} {...step} />
          ))}
        </ol>
      </section>
    </Card>
  );
}

interface StepProps {
  readonly name: string;
  readonly todo: string;
  readonly to: '/integrations' | '/campaigns' | '/team' | null;
  readonly isDone: boolean;
}

function Step({ name, todo, to, isDone }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-2.5 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isDone ? 'text-good' : 'text-muted'}`} aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">
          {to === null || isDone ? (
            name
          ) : (
            <Link to={to} className="text-accent hover:underline">
              {name}
            </Link>
          )}
          <span className="sr-only"> {isDone ? t.isDone : t.isOpen}</span>
        </p>
        {!isDone && <p className="text-muted">{todo}</p>}
      </div>
    </li>
  );
}
