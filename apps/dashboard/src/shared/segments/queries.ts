import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { SegmentDto } from '../../api/schema';

/** The sizes of segments may be this old. */
const STALE_MS = 60_000;

/** Loads the segments with their sizes. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: async (): Promise<readonly SegmentDto[]> => (await answerOf(api.GET('/segments'))).data,
  staleTime: STALE_MS,
});
