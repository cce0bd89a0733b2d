import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useFormat } from '../../api/me';
import type { ApiKeyDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { keysQuery } from '../../api/key-queries';
import { text } from './text';

const t = text.keys;

export function RevokeDialog({ apiKey, onClose }: { readonly apiKey: ApiKeyDto; readonly onClose: () => void }) {
  const { id, name, last_used_at: usedAt } = apiKey;
  const queries = useQueryClient();
  const format = useFormat();
  const revoking = useMutation({
    mutationFn: () => answerOf(api.DELETE('/tenant/api-keys/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast.success(t.revoked);
      onClose();
      await queries.invalidateQueries(keysQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.revokeTitle(name)}
      description={[t.revokeBody, usedAt === null ? null : t.lastUsed(format.dateTime(usedAt))].filter((part) => part !== null).join(' ')}
      confirm={t.revoke}
      busy={revoking.isPending}
      error={revoking.error}
      onConfirm={() => revoking.mutate()}
    />
  );
}
