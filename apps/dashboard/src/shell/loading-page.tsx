import { Skeleton } from '../components/ui/skeleton';
import { commonText } from '../text/common';

/** Replaces a page while it loads. */
export function LoadingPage() {
  return (
    <div className="mx-auto grid w-full max-w-7xl gap-6 px-4 py-8 sm:px-6 lg:px-8" aria-busy>
      <span className="sr-only">{commonText.loading}</span>
      <Skeleton className="h-8 w-48" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-72" />
    </div>
  );
}
