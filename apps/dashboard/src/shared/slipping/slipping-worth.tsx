import { useQuery } from '@tanstack/react-query';
import type { ContactState } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import { lifecycleQuery, toContactQuery } from './queries';
import { text as t } from './text';
import { worthOf } from './worth';

interface Props {
  readonly states: readonly ContactState[];
  readonly order?: boolean;
}

/** Says how many customers to contact there are, what contacts with those that a campaign may contact can bring, and why the list has its order. */
export function SlippingWorth({ states, order = false }: Props) {
  const format = useFormat();
  const { data } = useQuery(lifecycleQuery);
  const { data: found } = useQuery(toContactQuery(states));
  if (data === undefined || found === undefined || found.all === 0) return null;
  const { all, free, toWin } = found;
  return (
    <>
      <span className="block text-text">
        {t.count(all)} {free < all && t.free(free)}{' '}
        {free > 0 && toWin === 0 ? t.unknown : worthOf({ customers: free, toWin }, data.revenue.horizon_days, format)}
      </span>
      {order && toWin > 0 && <span className="block">{t.order}</span>}
    </>
  );
}
