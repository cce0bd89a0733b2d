import { CircleCheck, CircleDashed, CircleMinus, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { Label } from '../api/labels';
import { commonText } from '../text/common';
import { cn } from './ui/class-names';

export { LABELS, type Label } from '../api/labels';

/** Each label has its own shape, for users who cannot tell the colours apart. */
const LOOKS = {
  low: { Icon: CircleCheck, look: 'bg-risk-low-soft text-risk-low-text', fill: 'var(--risk-low)' },
  medium: { Icon: CircleMinus, look: 'bg-risk-medium-soft text-risk-medium-text', fill: 'var(--risk-medium)' },
  high: { Icon: TriangleAlert, look: 'bg-risk-high-soft text-risk-high-text', fill: 'var(--risk-high)' },
  critical: { Icon: OctagonAlert, look: 'bg-risk-critical-soft text-risk-critical-text', fill: 'var(--risk-critical)' },
} as const;

/** Returns the colour of a label in charts. */
export const riskFill = (label: Label): string => LOOKS[label].fill;

const PILL = 'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap';

/** Shows the risk label of a customer; null for a customer without a score. */
export function RiskBadge({ label, className }: { readonly label: Label | null; readonly className?: string }) {
  if (label === null) {
    return (
      <span className={cn(PILL, 'bg-subtle text-muted', className)}>
        <CircleDashed className="size-3.5" aria-hidden />
        {commonText.notScored}
      </span>
    );
  }
  const { Icon, look } = LOOKS[label];
  return (
    <span className={cn(PILL, look, className)}>
      <Icon className="size-3.5" aria-hidden />
      {commonText.risk[label]}
    </span>
  );
}
