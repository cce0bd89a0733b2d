import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { toast } from 'sonner';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from '../../components/ui/dialog';
import { useForgetAddresses } from '../../shared/addresses/use-address-book';
import { eraseCustomer } from '../../shared/erasure/erase-customer';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.one.erase;

/** Erases a customer (right to erasure). Only owners and admins see it. */
export function EraseButton({ externalId }: { readonly externalId: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const forgetting = useForgetAddresses();
  const erasure = useMutation({
    mutationFn: () => eraseCustomer(externalId),
    onSuccess: async () => {
      toast.success(t.started);
      forgetting.mutate(externalId);
      await navigate({ to: '/customers' });
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button look="quiet" className="text-danger">
          <Trash2 aria-hidden />
          {t.action}
        </Button>
      </DialogTrigger>
      <DialogContent title={t.title} description={t.body(externalId)}>
        {erasure.error !== null && (
          <Alert kind="bad" className="mt-4">
            {problemText(erasure.error)}
          </Alert>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button look="secondary">{commonText.cancel}</Button>
          </DialogClose>
          <Button look="danger" busy={erasure.isPending} onClick={() => erasure.mutate()}>
            {t.confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
