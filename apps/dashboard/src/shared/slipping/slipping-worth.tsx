import { useQuery } from '@tanstack/react-query';
import type { ContactState } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import { lifecycleQuery } from './queries';
import { text as t } from './text';
import { sumsOf, worthOf } from './worth';

interface Props {
  readonly states: readonly ContactState[];
  readonly order?: boolean;
}

/** Says how many customers to contact there are, what they would bring, and why the list has its order. */
export function SlippingWorth({ states, order = false }: Props) {
  const format = useFormat();
  const { data } = useQuery(lifecycleQuery);
  if (data === undefined) return null;
  const sums = sumsOf(data.late, states);
  if (sums.customers === 0) return null;
  return (
    <>
      <span className="block text-text">
        {t.count(sums.customers)} {worthOf(sums, data.revenue.horizon_days, format)}
      </span>
      {order && <span className="block">{t.order}</span>}
    </>
  );
}
