import { Link } from '@tanstack/react-router';
import { PartyPopper } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { AnalyticsDto } from '../../api/schema';
import { RiskBadge } from '../../components/risk-badge';
import { Card, CardHeader } from '../../components/ui/card';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { text } from './text';

const t = text.top;

/** Customers with the most revenue at risk come first. */
export function TopCustomers({ analytics: { at_risk_customers: customers } }: { readonly analytics: AnalyticsDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  return (
    <Card className="min-w-0">
      <CardHeader title={t.title} description={t.hint}>
        <Link to="/customers" search={{ labels: ['high', 'critical'] }} className="text-sm font-medium text-accent hover:underline">
          {t.all}
        </Link>
      </CardHeader>
      {customers.length === 0 ? (
        <p className="flex items-center gap-2 p-5 text-sm text-muted">
          <PartyPopper className="size-4" aria-hidden />
          {t.none}
        </p>
      ) : (
        <div className="mt-3 pb-1">
          <Table>
            <thead>
              <tr>
                <Th>{t.customer}</Th>
                <Th>{t.risk}</Th>
                <Th className="hidden text-right sm:table-cell">{t.lastOrder}</Th>
                <Th className="text-right">{t.revenue}</Th>
              </tr>
            </thead>
            <tbody>
              {customers.map(({ id, external_id: externalId, churn, last_order_at: lastOrder, revenue_at_risk: revenue }) => (
                <Tr key={id} className="hover:bg-subtle/60">
                  <Td className="max-w-40 truncate sm:max-w-md">
                    <Link to="/customers/$externalId" params={{ externalId }} className="font-medium hover:text-accent hover:underline">
                      {externalId}
                    </Link>
                  </Td>
                  <Td>
                    <RiskBadge label={churn?.label ?? null} />
                  </Td>
                  <Td className="hidden text-right text-muted sm:table-cell">
                    {lastOrder === null ? '–' : format.relative(lastOrder, now)}
                  </Td>
                  <Td className="text-right font-medium tabular-nums">{format.money(revenue)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}
