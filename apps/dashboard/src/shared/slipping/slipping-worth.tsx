import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/me';
import { lifecycleQuery } from './queries';
import { text as t } from './text';
import { worthOf } from './worth';

/** Says how many customers are slipping away, what they would bring, and why the list has its order. */
export function SlippingWorth({ order = false }: { readonly order?: boolean }) {
  const format = useFormat();
  const { data } = useQuery(lifecycleQuery);
  if (data === undefined || data.late.slipping.customers === 0) return null;
  const { late, revenue } = data;
  return (
    <>
      <span className="block text-text">
        {t.count(late.slipping.customers)} {worthOf(late.slipping, revenue.horizon_days, format)}
      </span>
      {order && <span className="block">{t.order}</span>}
    </>
  );
}
