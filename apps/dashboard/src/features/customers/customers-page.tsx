import { isPseudonym } from '#libs/order-import';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX, Users } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { CustomerDto } from '../../api/schema';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { PhoneFold } from '../../components/phone-fold';
import { Button } from '../../components/ui/button';
import { Skeleton } from '../../components/ui/skeleton';
import { commonText } from '../../text/common';
import { ActiveFilters } from './filters/active-filters';
import { CustomerTable } from './customer-table';
import { AddressedExportButton, ExportButton } from '../../shared/customer-list/export-button';
import { FilterBar } from './filters/filter-bar';
import { hasFilters, type ListSearch } from '../../shared/customer-list/list-search';
import { ListNotes } from './list-notes';
import { customersQuery } from './queries';
import { SegmentRow } from './selection/segment-row';
import { NOTHING, type Selection } from './selection/selection';
import { SelectionBar } from './selection/selection-bar';
import { text as t } from './text';

const route = getRouteApi('/shell/customers');

export function CustomersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: ListSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const list = useInfiniteQuery(customersQuery(search));
  const customers = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  return (
    <Page
      title={t.title}
      actions={
        <PhoneFold name={t.files}>
          <div className="flex flex-wrap gap-2">
            <AddressedExportButton search={search} />
            <AddressedExportButton search={search} isForAds />
            <ExportButton search={search} />
          </div>
        </PhoneFold>
      }
    >
      <FilterBar search={search} onChange={change} />
      <div className="max-sm:-mx-4 max-sm:-mt-1 max-sm:mb-1 max-sm:flex max-sm:gap-2 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:mb-4 sm:grid sm:gap-4">
        <ActiveFilters search={search} onChange={change} />
        <SegmentRow search={search} onChange={change} />
      </div>
      <ListNotes search={search} onChange={change} hasCodes={customers.some(({ external_id: id }) => isPseudonym(id))} />
      <CustomerList key={JSON.stringify({ ...search, sort: undefined })} search={search} list={list} customers={customers} />
    </Page>
  );
}

interface ListProps {
  readonly search: ListSearch;
  readonly list: UseInfiniteQueryResult;
  readonly customers: CustomerDto[];
}

function CustomerList({ search, list, customers }: ListProps) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  // Other filters begin another selection: the component is mounted again.
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton />;
  if (customers.length === 0) return <NoCustomers search={search} />;
  return (
    <>
      <CustomerTable
        customers={customers}
        hasMore={hasNextPage && error === null}
        onMore={more}
        selection={selection}
        onSelect={setSelection}
      />
      {error !== null && <ErrorPanel error={error} onRetry={more} />}
      <p role="status" className="py-4 text-center text-sm text-muted">
        {hasNextPage ? t.loadingMore : t.end(customers.length)}
      </p>
      {(selection === 'all' || selection.size > 0) && (
        <SelectionBar
          selection={selection}
          search={search}
          canSelectAll={hasNextPage || (selection !== 'all' && selection.size < customers.length)}
          onChange={setSelection}
          onClear={() => setSelection(NOTHING)}
        />
      )}
    </>
  );
}

function NoCustomers({ search }: { readonly search: ListSearch }) {
  if (hasFilters(search)) {
    return (
      <EmptyState Icon={SearchX} title={t.none.title}>
        {search.q !== undefined && isPseudonym(search.q) ? t.none.address : t.none.body}
      </EmptyState>
    );
  }
  const start = (
    <Button asChild>
      <Link to="/">{t.noneAtAll.action}</Link>
    </Button>
  );
  return (
    <EmptyState Icon={Users} title={t.noneAtAll.title} action={start}>
      {t.noneAtAll.body}
    </EmptyState>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-2" aria-busy>
      <span className="sr-only">{commonText.loading}</span>
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
