import { BellRing, CircleSlash, Hourglass, Repeat, Sprout } from 'lucide-react';
import type { Lifecycle } from '../api/lifecycle';
import { lifecycleName } from '../text/lifecycle-name';
import { cn } from './ui/class-names';

/** Each state has its own shape, for users who cannot tell the colours apart. */
const LOOKS = {
  new: { Icon: Sprout, look: 'text-accent', fill: 'var(--accent)' },
  second_order_due: { Icon: BellRing, look: 'text-risk-medium-text', fill: 'var(--risk-medium)' },
  active: { Icon: Repeat, look: 'text-risk-low-text', fill: 'var(--risk-low)' },
  slipping: { Icon: Hourglass, look: 'text-risk-high-text', fill: 'var(--risk-high)' },
  lost: { Icon: CircleSlash, look: 'text-muted', fill: 'var(--input)' },
} as const;

/** Returns the colour of a state in charts. */
export const lifecycleFill = (lifecycle: Lifecycle): string => LOOKS[lifecycle].fill;

interface Props {
  readonly lifecycle: Lifecycle | null;
  /** Number of orders of the customer. Without one, the badge names the state itself. */
  readonly orders?: number;
  readonly className?: string;
}

/** Shows where a customer is on the way from the first order to the last. */
export function LifecycleBadge({ lifecycle, orders = 1, className }: Props) {
  if (lifecycle === null) return <span className={cn('text-muted', className)}>–</span>;
  const { Icon, look } = LOOKS[lifecycle];
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-[0.8125rem] font-medium whitespace-nowrap', look, className)}>
      <Icon className="size-3.5" aria-hidden />
      {lifecycleName(lifecycle, orders)}
    </span>
  );
}
