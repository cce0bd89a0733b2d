import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import { text } from './text';

const t = text.slipping;

interface Props extends Pick<LifecycleAnalyticsDto, 'lifecycle'> {
  /** Customers of these states exist, but no campaign may contact them now. */
  readonly areTaken: boolean;
}

/** Explains why the list of customers to contact first is empty. With lost customers this is not good news. */
export function NobodyToContact({ areTaken, lifecycle }: Props) {
  if (!areTaken && lifecycle.lost > 0) return <Lost lifecycle={lifecycle} />;
  return (
    <p className="flex items-start gap-2 p-5 text-sm text-muted">
      <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
      {areTaken ? t.allTaken : t.none}
    </p>
  );
}

function Lost({ lifecycle: { lost, new: fresh, active } }: Pick<Props, 'lifecycle'>) {
  const areAllLost = fresh + active === 0;
  return (
    <div className="grid gap-1.5 p-5 text-sm text-muted">
      <p>
        {areAllLost ? t.allLost(lost) : t.lost(lost)}{' '}
        <Link to="/customers" search={{ lifecycle: ['lost'] }} className="font-medium text-accent hover:underline">
          {t.showLost(lost)}
        </Link>
      </p>
      <p>{t.lostAdvice}</p>
      {areAllLost && (
        <p>
          {t.missingOrders}{' '}
          <Link to="/integrations" className="font-medium text-accent hover:underline">
            {t.checkOrders}
          </Link>
        </p>
      )}
    </div>
  );
}
