import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';

interface Props {
  readonly to: '/campaigns' | '/campaigns/$id';
  readonly id?: string;
  readonly children: string;
}

/** A link to the parent page. */
export function BackLink({ to, id, children }: Props) {
  return (
    <Link to={to} params={{ id }} className="inline-flex items-center gap-1 text-sm text-muted hover:text-text hover:underline">
      <ChevronLeft className="size-4" aria-hidden />
      {children}
    </Link>
  );
}
