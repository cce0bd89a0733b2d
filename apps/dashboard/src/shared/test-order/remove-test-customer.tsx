import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { toast } from 'sonner';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { eraseCustomer } from '../erasure/erase-customer';
import { problemText } from '../../text/problem-text';
import { TEST_CUSTOMER } from './test-customer';
import { testCustomerQuery } from './test-customer-query';
import { text as t } from './text';

/** Erases the test customer with all test orders. */
export function RemoveTestCustomer({ onRemoved }: { readonly onRemoved?: () => void }) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => eraseCustomer(TEST_CUSTOMER),
    onSuccess: async () => {
      toast.success(t.removed);
      queries.setQueryData(testCustomerQuery.queryKey, null);
      onRemoved?.();
      await queries.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  return (
    <>
      {removal.error !== null && <Alert kind="bad">{problemText(removal.error)}</Alert>}
      <Button look="secondary" size="small" busy={removal.isPending} onClick={() => removal.mutate()}>
        <Trash2 aria-hidden />
        {t.remove}
      </Button>
    </>
  );
}
