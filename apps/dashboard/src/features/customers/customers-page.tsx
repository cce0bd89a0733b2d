import { isPseudonym } from '#libs/order-import';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX, Users } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Skeleton } from '../../components/ui/skeleton';
import { commonText } from '../../text/common';
import { ActiveFilters } from './filters/active-filters';
import { CustomerTable } from './customer-table';
import { AddressBookNote } from '../../shared/addresses/address-book-note';
import { AddressedExportButton, ExportButton } from '../../shared/customer-list/export-button';
import { FilterBar } from './filters/filter-bar';
import { allToContact, hasFilters, type ListSearch } from '../../shared/customer-list/list-search';
import { SlippingWorth } from '../../shared/slipping/slipping-worth';
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
  return (
    <Page
      title={t.title}
      actions={
        // Without their icons both fit in one line of a phone.
        <div className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
          <AddressedExportButton search={search} />
          <ExportButton search={search} />
        </div>
      }
    >
      <SegmentRow search={search} onChange={change} />
      <FilterBar search={search} onChange={change} />
      <ActiveFilters search={search} onChange={change} />
      <CustomerList key={JSON.stringify({ ...search, sort: undefined })} search={search} />
    </Page>
  );
}

function CustomerList({ search }: { readonly search: ListSearch }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(customersQuery(search));
  // Other filters begin another selection: the component is mounted again.
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const customers = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton />;
  if (customers.length === 0) return <NoCustomers search={search} />;
  const states = allToContact(search);
  return (
    <>
      {states !== null && (
        <p className="mb-4 text-sm text-muted">
          <SlippingWorth states={states} order={search.sort === undefined} />
        </p>
      )}
      <AddressBookNote hasCodes={customers.some(({ external_id: id }) => isPseudonym(id))} />
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
