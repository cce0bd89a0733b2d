import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { text as t } from './text';

/** A link to the parent page. */
export function BackLink() {
  return (
    <Link to="/integrations" className="inline-flex items-center gap-1 text-sm text-muted hover:text-text hover:underline">
      <ChevronLeft className="size-4" aria-hidden />
      {t.back}
    </Link>
  );
}
