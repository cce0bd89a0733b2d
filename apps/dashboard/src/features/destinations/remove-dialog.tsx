import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import type { DestinationDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useRefresh } from './actions';
import { text as t } from './text';

export function RemoveDialog({ destination, onClose }: { readonly destination: DestinationDto; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const { id, name } = destination;
  const removing = useMutation({
    mutationFn: () => answerOf(api.DELETE('/settings/destinations/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast.success(t.removed);
      onClose();
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.removeTitle(name)}
      description={t.removeBody}
      confirm={t.remove}
      busy={removing.isPending}
      error={removing.error}
      onConfirm={() => removing.mutate()}
    />
  );
}
