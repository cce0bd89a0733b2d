import { useFormat } from '../../api/me';
import type { IntegrationsDto } from '../../api/schema';
import { text } from './text';

const t = text.counts;

interface Props {
  readonly counts: NonNullable<IntegrationsDto['order_counts']>;
  readonly progress: IntegrationsDto['import'];
}

/** Compares the orders of the shop with those here, and says where a difference comes from. */
export function OrderCounts({ counts, progress }: Props) {
  const format = useFormat();
  const { since, counted_at: at, shop_orders: ofShop, orders, customers } = counts;
  return (
    <section aria-label={t.title} className="grid gap-2 text-sm">
      <h3 className="font-medium">{t.title}</h3>
      <p className="text-muted tabular-nums">
        {t.shop(ofShop, format.date(since))} {orders === ofShop ? t.all(customers) : t.here(orders, customers)}
      </p>
      {progress.customers > customers && <p className="text-muted">{t.listIsLonger}</p>}
      {orders < ofShop && <p className="text-muted">{t.fewer(ofShop - orders)}</p>}
      {orders > ofShop && <p className="text-muted">{t.more(orders - ofShop)}</p>}
      <p className="text-muted">{t.at(format.dateTime(at))}</p>
    </section>
  );
}
