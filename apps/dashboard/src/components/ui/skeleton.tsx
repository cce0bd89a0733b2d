import { cn } from './class-names';

/** Stands where something will be as soon as it is loaded. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-subtle', className)} />;
}
