import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

const KINDS = {
  plain: { Icon: Info, look: 'bg-subtle text-text [&>svg]:text-muted' },
  note: { Icon: Info, look: 'bg-accent-soft text-text [&>svg]:text-accent' },
  good: { Icon: CircleCheck, look: 'bg-good-soft text-text [&>svg]:text-good' },
  warn: { Icon: TriangleAlert, look: 'bg-warn-soft text-text [&>svg]:text-warn' },
  bad: { Icon: CircleAlert, look: 'bg-danger-soft text-text [&>svg]:text-danger' },
} as const;

interface Props {
  readonly kind?: keyof typeof KINDS;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Shows a message about the page. A screen reader announces an error at once. */
export function Alert({ kind = 'note', title, children, className }: Props) {
  const { Icon, look } = KINDS[kind];
  return (
    <div role={kind === 'bad' ? 'alert' : 'status'} className={cn('flex gap-3 rounded-xl px-4 py-3 text-sm', look, className)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children}
      </div>
    </div>
  );
}
