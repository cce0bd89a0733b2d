import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import { keepFirstKey } from '../../api/first-key';
import { useMe } from '../../api/me';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { FormField } from '../../components/form-field';
import { Select } from '../../components/ui/select';
import { keysQuery } from '../../api/key-queries';
import { KeyOnce } from './key-once';
import { text } from './text';

const t = text.keys;
type Grace = keyof typeof t.graces;
const GRACES = (['0', '1', '24', '72'] as const).map((value) => ({ value, label: t.graces[value] }));

/** Replaces the main key and shows the new one once. */
export function NewMainKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { id: tenantId } = useMe().tenant;
  const [grace, setGrace] = useState<Grace>('24');
  const renewal = useMutation({
    mutationFn: () => answerOf(api.POST('/tenant/api-key/regenerate', { body: { grace_period_hours: Number(grace) } })),
    onSuccess: ({ api_key }) => {
      keepFirstKey(tenantId, api_key);
      return queries.invalidateQueries(keysQuery);
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
