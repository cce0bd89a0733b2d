import type { HTMLAttributes, ReactNode } from 'react';
import { cn } from './class-names';

/** The style of a card, for other elements. */
export const CARD = 'rounded-xl border border-line bg-surface shadow-[0_1px_2px_rgb(0_0_0/0.04)]';

export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={cn(CARD, className)} {...rest} />;
}

interface HeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Shown next to the title, such as an `InfoHint`. */
  readonly hint?: ReactNode;
  /** Shown at the end of the title line. */
  readonly children?: ReactNode;
}

export function CardHeader({ title, description, hint, children }: HeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5">
      <div className="min-w-0">
        <div className="flex items-center gap-1">
          <h2 className="font-semibold tracking-tight">{title}</h2>
          {hint}
        </div>
        {description !== undefined && <p className="mt-0.5 text-sm text-muted">{description}</p>}
      </div>
      {children}
    </div>
  );
}

export function CardBody({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={cn('p-5', className)} {...rest} />;
}
