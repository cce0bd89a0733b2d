import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { ChangeDestinationDto, DestinationDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { useRefresh } from './actions';
import { DEFAULT_EVENTS, DestinationFields, type Values } from './destination-fields';
import { profilesQuery } from './queries';
import { storageBodyOf, storageValuesOf } from './storage-fields';
import { text as t } from './text';

const valuesOf = (destination: DestinationDto | null): Values => ({
  kind: destination?.kind ?? 'webhook',
  name: destination?.name ?? '',
  url: destination?.url ?? '',
  key: '',
  storage: storageValuesOf(destination),
  event_types: destination?.event_types ?? [...DEFAULT_EVENTS],
});

/** Returns the fields that the kind has. An empty key of a destination that has one stays as it is. */
function bodyOf({ kind, name, url, key, event_types, storage }: Values): ChangeDestinationDto {
  if (kind === 'storage') return { name, storage: storageBodyOf(storage) };
  if (kind === 'webhook') return { name, url, event_types };
  return { name, ...(kind !== 'shopify' && key.trim() !== '' && { key: key.trim() }) };
}

function save(destination: DestinationDto | null, values: Values): Promise<DestinationDto> {
  const { kind } = values;
  const body = bodyOf(values);
  if (destination === null) return answerOf(api.POST('/settings/destinations', { body: { ...body, kind, name: values.name } }));
  return answerOf(api.PATCH('/settings/destinations/{id}', { params: { path: { id: destination.id } }, body }));
}

/** Adds a destination, or edits one. */
export function DestinationDialog({ destination, onClose }: { readonly destination: DestinationDto | null; readonly onClose: () => void }) {
  const [values, setValues] = useState(valuesOf(destination));
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: () => save(destination, values),
    onSuccess: async () => {
      toast.success(destination === null ? t.added : t.saved);
      onClose();
      await refresh();
    },
  });
  const isKlaviyoNew = destination === null && values.kind === 'klaviyo';
  const profiles = useQuery({ ...profilesQuery, enabled: isKlaviyoNew });
  const isUseless = isKlaviyoNew && profiles.data?.matched_by_id === 0;
  const [isWarned, setWarned] = useState(false);
  const faults = saving.error instanceof ApiProblem ? saving.error.details : [];
  const faultOf = (field: string): string | undefined => faults.find((fault) => fault.field === field)?.message;
  const set = (change: Partial<Values>): void => setValues({ ...values, ...change });
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={destination === null ? t.add : t.editTitle} description={t.kinds[values.kind].sends}>
        <form
          noValidate
          className="mt-4 grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isUseless && !isWarned) setWarned(true);
            else saving.mutate();
          }}
        >
          <DestinationFields values={values} destination={destination} faultOf={faultOf} onChange={set} />
          {isUseless && isWarned && <Alert kind="warn">{t.klaviyo.askAgain}</Alert>}
          {saving.error !== null && faults.length === 0 && <Alert kind="bad">{problemText(saving.error)}</Alert>}
          <DialogFooter>
            <Button
              type="submit"
              busy={saving.isPending || (isKlaviyoNew && profiles.isLoading)}
              disabled={values.event_types.length === 0}
            >
              {destination !== null ? commonText.save : isUseless && isWarned ? t.klaviyo.addAnyway : t.add}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
