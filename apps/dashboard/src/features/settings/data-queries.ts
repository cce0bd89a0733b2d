import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { tenantQuery } from '../../api/queries';
import type { ConfirmationDto, TenantExportDto } from '../../api/schema';
import { text } from './text';

const LOOK_EVERY_MS = 1500;
const EXPORT_FILE = '/api/v1/tenant/export/file';

export const isUnderWay = (found: TenantExportDto | null | undefined): boolean => found?.status === 'queued' || found?.status === 'running';

/** The last export of all data. Polls while it is under way. */
export const exportQuery = queryOptions({
  queryKey: ['tenant', 'export'],
  queryFn: async () => (await answerOf(api.GET('/tenant/export'))).export,
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_EVERY_MS : false),
});

export function useStartExport(): UseMutationResult<TenantExportDto, Error, ConfirmationDto> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ConfirmationDto) => answerOf(api.POST('/tenant/export', { body })),
    onSuccess: (started) => queries.setQueryData(exportQuery.queryKey, started),
  });
}

/** Lets the browser save the file, which may be larger than the memory of a page. */
export function useDownloadExport(): UseMutationResult<void, Error, void> {
  return useMutation({
    mutationFn: async () => {
      // Renews the access token, which the browser sends as a cookie.
      await answerOf(api.GET('/tenant/export'));
      globalThis.location.assign(EXPORT_FILE);
    },
  });
}

export function useDeleteTenant(): UseMutationResult<unknown, Error, ConfirmationDto> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ConfirmationDto) => answerOf(api.DELETE('/tenant', { body })),
    onSuccess: () => queries.invalidateQueries(tenantQuery),
  });
}

export function useKeepTenant(): UseMutationResult<unknown, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/tenant/deletion')),
    onSuccess: () => {
      toast.success(text.data.kept);
      return queries.invalidateQueries(tenantQuery);
    },
  });
}
