import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { keysQuery } from '../../api/key-queries';
import type { ApiKeyDto, MemberDto } from '../../api/schema';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Checkbox } from '../../components/ui/checkbox';
import { text as t } from './text';

/** Removes a member, and asks which of the API keys that they made go too: the person may know them. */
export function RemoveDialog({ member: { id, email }, onClose }: { readonly member: MemberDto; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { data, error } = useQuery(keysQuery);
  const keys = data?.data.filter((key) => key.status === 'valid' && key.created_by === id) ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const removal = useMutation({
    mutationFn: async () => {
      await answerOf(api.DELETE('/members/{user_id}', { params: { path: { user_id: id } } }));
      for (const key of chosen) await answerOf(api.DELETE('/tenant/api-keys/{id}', { params: { path: { id: key } } }));
    },
    onSuccess: () => {
      toast.success(t.removed);
      onClose();
    },
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['members'] }), queries.invalidateQueries(keysQuery)]),
  });
  const choose = (key: ApiKeyDto, isChosen: boolean): void =>
    setChosen(new Set(isChosen ? [...chosen, key.id] : [...chosen].filter((each) => each !== key.id)));
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t.removeTitle(email)}
      description={t.removeBody}
      confirm={t.remove}
      busy={removal.isPending || (data === undefined && error === null)}
      error={removal.error ?? error}
      onConfirm={() => removal.mutate()}
    >
      {keys.length > 0 && (
        <fieldset className="mt-4 grid gap-2">
          <legend className="mb-2 text-sm">{t.keysOf}</legend>
          {keys.map((key) => (
            <label key={key.id} className="flex items-start gap-2.5 text-sm">
              <Checkbox checked={chosen.has(key.id)} onCheckedChange={(is) => choose(key, is === true)} />
              <span className="wrap-anywhere">
                {t.revokeKey(key.name)} <span className="font-mono text-[0.8125rem] text-muted">ck_live_{key.prefix}…</span>
                {key.is_main && <span className="block text-muted">{t.mainKey}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
