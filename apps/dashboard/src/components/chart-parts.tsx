import type { ReactNode } from 'react';
import { cn } from './ui/class-names';

/** Style of the axes of all charts. */
export const AXIS = { stroke: 'var(--line)', tick: { fill: 'var(--muted)', fontSize: 12 }, tickLine: false, tickMargin: 8 } as const;

/** Style of the tooltips of all charts. */
export const TOOLTIP = {
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 12,
    fontSize: 13,
    boxShadow: '0 4px 16px rgb(0 0 0 / 0.12)',
  },
  labelStyle: { color: 'var(--text)', fontWeight: 500 },
  itemStyle: { color: 'var(--text)' },
  cursor: { stroke: 'var(--input)', strokeDasharray: '3 3' },
  separator: ': ',
  isAnimationActive: false,
} as const;

/** A chart, with a sentence in its place for screen readers. */
export function ChartFigure({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <figure>
      <figcaption className="sr-only">{label}</figcaption>
      <div aria-hidden className={cn('w-full', className)}>
        {children}
      </div>
    </figure>
  );
}
