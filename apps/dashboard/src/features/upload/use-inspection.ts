import type { Understanding } from '#libs/order-import';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inspectPlanned, type UploadPlan } from './plan';

interface Inspection {
  /** Null while the file is read. */
  readonly found: Understanding | null;
  /** The file is read with the newest choices. */
  readonly isReading: boolean;
  /** The part of the reading that is done, 0 to 1. */
  readonly part: number;
  readonly error: unknown;
  /** Reads the file again. */
  readonly retry: () => void;
}

/** Reads the whole file and tells how its rows are understood. */
export function useInspection(file: File, plan: UploadPlan): Inspection {
  const [part, setPart] = useState(0);
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery({
    queryKey: ['upload', 'inspection', file.name, file.size, file.lastModified, plan],
    queryFn: () => {
      setPart(0);
      return inspectPlanned(file, plan, setPart);
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { found: data ?? null, isReading: isPending || isPlaceholderData, part, error, retry: () => void refetch() };
}
