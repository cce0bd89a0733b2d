import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.plan;

/** Warns that orders in another currency than the shop's enter no amount, and changes the shop's currency where the file has one only. */
export function CurrencyNotice({ currencies }: { readonly currencies: readonly string[] }) {
  const { tenant } = useMe();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (currency: string) => answerOf(api.PATCH('/settings', { body: { currency } })),
    onSuccess: () => Promise.all(['me', 'settings', 'analytics'].map((subject) => queries.invalidateQueries({ queryKey: [subject] }))),
  });
  const other = currencies.find((currency) => currency !== tenant.currency);
  if (other === undefined) return null;
  return (
    <Alert kind="warn">
      <p>{currencies.length === 1 ? t.otherCurrency(other, tenant.currency) : t.someInOther(other, tenant.currency)}</p>
      {currencies.length === 1 && (
        <Button look="secondary" size="small" className="mt-2" busy={change.isPending} onClick={() => change.mutate(other)}>
          {t.countIn(other)}
        </Button>
      )}
      {change.error !== null && <p className="mt-2 text-danger">{problemText(change.error)}</p>}
    </Alert>
  );
}
