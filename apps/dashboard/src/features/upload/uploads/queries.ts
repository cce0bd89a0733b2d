import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client';

export function useRemoveUpload() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/dashboard/events/uploads/{upload_id}', { params: { path: { upload_id: id } } })),
    onSuccess: () => queries.invalidateQueries(),
  });
}
