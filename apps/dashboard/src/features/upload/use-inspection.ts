import type { Understanding } from '#libs/order-import';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { inspectPlanned, type UploadPlan } from './plan';

interface Inspection {
  /** Null while the file is read. */
  readonly found: Understanding | null;
  /** The file is read with the newest choices. */
  readonly isReading: boolean;
  readonly error: unknown;
}

/** Reads the whole file and tells how its rows are understood. */
export function useInspection(file: File, plan: UploadPlan): Inspection {
  const { data, error, isPlaceholderData, isPending } = useQuery({
    queryKey: ['upload', 'inspection', file.name, file.size, file.lastModified, plan],
    queryFn: () => inspectPlanned(file, plan),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { found: data ?? null, isReading: isPending || isPlaceholderData, error };
}
