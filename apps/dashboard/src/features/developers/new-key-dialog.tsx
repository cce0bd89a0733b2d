import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { keepFirstKey } from '../../api/first-key';
import { tenantQuery } from '../../api/queries';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { CopyField } from '../../components/copy-field';
import { FormField } from '../../components/form-field';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Select } from '../../components/ui/select';
import { text } from './text';

const t = text.keys;
type Grace = keyof typeof t.graces;
const GRACES = (['0', '1', '24', '168'] as const).map((value) => ({ value, label: t.graces[value] }));

/** Makes a key and shows it once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [grace, setGrace] = useState<Grace>('24');
  const renewal = useMutation({
    mutationFn: () => answerOf(api.POST('/tenant/api-key/regenerate', { body: { grace_period_hours: Number(grace) } })),
    onSuccess: ({ api_key }) => {
      keepFirstKey(api_key);
      return queries.invalidateQueries(tenantQuery);
    },
  });
  if (renewal.data !== undefined) return <KeyOnce apiKey={renewal.data.api_key} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      look="primary"
      title={t.replaceTitle}
      description={t.replaceBody}
      confirm={t.confirm}
      busy={renewal.isPending}
      error={renewal.error}
      onConfirm={() => renewal.mutate()}
    >
      <div className="mt-4">
        <FormField label={t.grace}>{({ id }) => <Select id={id} value={grace} options={GRACES} onChange={setGrace} />}</FormField>
      </div>
    </ConfirmDialog>
  );
}

function KeyOnce({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t.yours} description={t.once}>
        <div className="mt-4">
          <CopyField value={apiKey} label={t.label} />
        </div>
        <DialogFooter>
          <Button onClick={onClose}>{t.done}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
