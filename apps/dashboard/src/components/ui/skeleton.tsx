import { cn } from './class-names';

/** Marks the place of content that is still loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-subtle', className)} />;
}
