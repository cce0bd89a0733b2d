import { Link } from '@tanstack/react-router';
import { Check, Minus } from 'lucide-react';
import { useFormat } from '../../api/me';
import type { NamedCustomerDto } from '../../api/schema';
import { Card, CardHeader } from '../../components/ui/card';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { useCustomerNames } from '../../shared/addresses/use-address-book';
import { winOf } from '../../shared/slipping/worth';
import { text as t } from './text';

interface Props {
  readonly customers: readonly NamedCustomerDto[];
  /** Customers to contact on that day; the list shows at most 100. */
  readonly all: number;
}

/** The customers that the list would have named, with the outcome of each. */
export function NamedTable({ customers, all }: Props) {
  const format = useFormat();
  const nameOf = useCustomerNames();
  return (
    <Card className="min-w-0">
      <CardHeader title={t.table} description={t.tableHint(customers.length, all)} />
      <div className="mt-3 pb-1">
        <Table>
          <thead>
            <tr>
              <Th>{t.customer}</Th>
              <Th className="text-right">{t.score}</Th>
              <Th className="text-right">{t.toWin}</Th>
              <Th>{t.outcome}</Th>
            </tr>
          </thead>
          <tbody>
            {customers.map((customer) => (
              <Tr key={customer.external_id} className="break-inside-avoid align-top">
                <Td className="max-w-28 sm:max-w-56">
                  <Link
                    to="/customers/$externalId"
                    params={{ externalId: customer.external_id }}
                    className="block font-medium wrap-anywhere hover:text-accent hover:underline"
                  >
                    {nameOf(customer.external_id)}
                  </Link>
                </Td>
                <Td className="text-right tabular-nums">{format.score(customer.score)}</Td>
                <Td className="text-right tabular-nums">{winOf(customer, format)}</Td>
                <Td>
                  <Outcome customer={customer} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

function Outcome({ customer: { came_back_on: day, revenue } }: { readonly customer: NamedCustomerDto }) {
  const format = useFormat();
  if (day === null) {
    return (
      <span className="flex items-start gap-1.5 text-muted">
        <Minus className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t.away}
      </span>
    );
  }
  return (
    <span className="flex items-start gap-1.5 text-good">
      <Check className="mt-0.5 size-4 shrink-0" aria-hidden />
      {t.cameBack(format.day(day), format.money(revenue, 'round'))}
    </span>
  );
}
