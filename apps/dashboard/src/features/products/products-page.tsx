import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { useFormat } from '../../api/me';
import type { CategoriesDto, CategoryDto, FirstOrdersDto } from '../../api/schema';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { categoriesQuery } from '../../shared/categories/queries';
import { text as t } from './text';

/** The API gives no rate below this number of first orders. */
const LEAST_FIRST_ORDERS = 30;

/** Shows what customers buy, and which first purchases bring them back. */
export function ProductsPage() {
  const { data, error, refetch } = useQuery(categoriesQuery);
  return (
    <Page title={t.title} description={t.description}>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-96" />}
      {data !== undefined && <Answer returns={data} />}
    </Page>
  );
}

function Answer({ returns: { all, data, counted_at: countedAt, window_days: days } }: { readonly returns: CategoriesDto }) {
  const format = useFormat();
  if (all === null || countedAt === null || days === null || data.length === 0) {
    return (
      <EmptyState Icon={PackageSearch} title={t.none}>
        {t.noneHint}{' '}
        <a href={t.guide} className="text-accent underline">
          {t.howTo}
        </a>
      </EmptyState>
    );
  }
  return (
    <div className="grid max-w-4xl gap-6">
      <Everyone all={all} days={days} />
      <Card className="min-w-0">
        <CardHeader title={t.table} description={t.tableHint(format.date(countedAt))} />
        <div className="mt-3 pb-1">
          <Table>
            <thead>
              <tr>
                <Th>{t.category}</Th>
                <Th className="text-right">{t.firstOrders}</Th>
                <Th className="text-right">{t.cameBack}</Th>
                <Th className="hidden sm:table-cell">{t.compared}</Th>
              </tr>
            </thead>
            <tbody>
              {data.map((each) => (
                <CategoryRow key={each.category} category={each} />
              ))}
            </tbody>
          </Table>
        </div>
      </Card>
      <p className="text-sm text-muted">{t.caution}</p>
    </div>
  );
}

function Everyone({ all, days }: { readonly all: FirstOrdersDto; readonly days: number }) {
  const format = useFormat();
  const { rate, ci95, first_orders: count } = all;
  if (rate === null || ci95 === null) {
    return (
      <Card>
        <CardBody className="text-sm">{t.tooFew(days, count, LEAST_FIRST_ORDERS)}</CardBody>
      </Card>
    );
  }
  const [low = 0, high = 0] = ci95;
  return (
    <Card>
      <CardBody className="grid gap-1">
        <p className="font-medium">{t.all(format.percent(rate), days)}</p>
        <p className="text-sm text-muted">{t.allHint(format.number(count), days, format.percent(low), format.percent(high))}</p>
      </CardBody>
    </Card>
  );
}

function CategoryRow({ category: each }: { readonly category: CategoryDto }) {
  const format = useFormat();
  const [low = 0, high = 0] = each.ci95 ?? [];
  return (
    <Tr className="align-top">
      <Td className="max-w-36 sm:max-w-64">
        <Link
          to="/customers"
          search={{ bought: each.category }}
          className="block font-medium wrap-anywhere hover:text-accent hover:underline"
        >
          {each.category}
        </Link>
        <span className="text-[0.8125rem] text-muted">{t.customers(each.customers)}</span>
      </Td>
      <Td className="text-right tabular-nums">{format.number(each.first_orders)}</Td>
      <Td className="text-right tabular-nums">
        {each.rate === null ? (
          <span className="text-muted">{t.fewOrders}</span>
        ) : (
          <>
            {format.percent(each.rate)}
            <span className="block text-[0.8125rem] text-muted">{t.between(format.percent(low), format.percent(high))}</span>
          </>
        )}
        <span className="block sm:hidden">
          <Comparison compared={each.compared} />
        </span>
      </Td>
      <Td className="hidden sm:table-cell">
        <Comparison compared={each.compared} />
      </Td>
    </Tr>
  );
}

function Comparison({ compared }: Pick<CategoryDto, 'compared'>) {
  if (compared === null) return null;
  const look = { more: 'font-medium text-good', less: 'font-medium text-danger', unclear: 'text-muted' }[compared];
  return <span className={`text-sm ${look}`}>{t.comparison[compared]}</span>;
}
