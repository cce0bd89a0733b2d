import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { meQuery } from '../../api/queries';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { FormField } from '../../components/form-field';
import { CodeInput } from '../../components/fields/code-input';
import { text } from './text';

const t = text.twoFactor;

export function TurnOffDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const turnOff = useMutation({
    mutationFn: () => answerOf(api.POST('/2fa/disable', { body: { code: code.trim() } })),
    onSuccess: async () => {
      toast.success(t.turnedOff);
      await queries.invalidateQueries(meQuery);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.off}
      description={t.offBody}
      confirm={t.turnOff}
      busy={turnOff.isPending}
      error={turnOff.error}
      onConfirm={() => turnOff.mutate()}
    >
      <div className="mt-4">
        <FormField label={t.code}>
          {(wiring) => <CodeInput {...wiring} value={code} onChange={({ target }) => setCode(target.value)} />}
        </FormField>
      </div>
    </ConfirmDialog>
  );
}
