import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { useEndSession } from '../../api/end-session';
import { useMe } from '../../api/me';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { text as t } from './text';

/** Ends the user's membership of this shop. The session ends with it, so the user signs in again for the other shops. */
export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { name } = useMe().tenant;
  const endSession = useEndSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => answerOf(api.POST('/auth/tenants/leave')),
    onSuccess: async () => {
      await endSession();
      toast.success(t.left(name));
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.leaveTitle(name)}
      description={t.leaveBody}
      confirm={t.leave}
      busy={isPending}
      error={error}
      onConfirm={() => mutate()}
    />
  );
}
