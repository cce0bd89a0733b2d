import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';

const LOOK_EVERY_MS = 2000;

/** The uploads, newest first. While one is being removed, they are read again and again. */
export const uploadsQuery = queryOptions({
  queryKey: ['uploads'],
  queryFn: () => answerOf(api.GET('/dashboard/events/uploads')),
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ state, removal }) => state === 'removing' && removal?.status !== 'failed') === true ? LOOK_EVERY_MS : false,
});
