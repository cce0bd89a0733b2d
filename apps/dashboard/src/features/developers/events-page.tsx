import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Inbox } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { EmptyState, ErrorPanel, Page } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { Skeleton } from '../../components/ui/skeleton';
import { type EventSearch, eventsQuery, SEARCH_FIELDS } from './event-queries';
import { EventTable } from './event-table';
import { text } from './text';

const t = text.events;
const STATUSES = ['all', 'accepted', 'rejected'] as const;

export function EventsPage() {
  const [search, setSearch] = useState<EventSearch>({ status: 'all', field: 'customer_id', text: '' });
  return (
    <Page
      title={t.title}
      description={t.description}
      above={
        <Link to="/developers" className="-mt-1 mb-3 flex w-fit items-center gap-1.5 text-sm text-muted hover:text-text">
          <ArrowLeft className="size-4" aria-hidden />
          {text.title}
        </Link>
      }
    >
      <SearchForm search={search} onSearch={setSearch} />
      <Found search={search} />
    </Page>
  );
}

function SearchForm({ search, onSearch }: { readonly search: EventSearch; readonly onSearch: (search: EventSearch) => void }) {
  const [typed, setTyped] = useState(search.text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch({ ...search, text: typed.trim() });
  };
  return (
    <form className="mb-4 flex flex-wrap gap-2" onSubmit={submit}>
      <Select
        className="w-36"
        label={t.status}
        value={search.status}
        options={STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
        onChange={(status) => onSearch({ ...search, status })}
      />
      <Select
        className="w-36"
        label={t.searchBy}
        value={search.field}
        options={SEARCH_FIELDS.map((value) => ({ value, label: t.fields[value] }))}
        onChange={(field) => onSearch({ ...search, field, text: typed.trim() })}
      />
      <Input
        className="min-w-48 flex-1"
        type="search"
        aria-label={t.fields[search.field]}
        placeholder={t.fields[search.field]}
        maxLength={255}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="secondary">
        {t.search}
      </Button>
    </form>
  );
}

function Found({ search }: { readonly search: EventSearch }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(eventsQuery(search));
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  const events = data.pages.flatMap((page) => page.data);
  if (events.length === 0)
    return (
      <EmptyState Icon={Inbox} title={t.none}>
        {search.text === '' ? t.noneYet : t.noneFound}
      </EmptyState>
    );
  return (
    <Card>
      <CardBody className="px-0">
        <EventTable events={events} />
        {hasNextPage && (
          <div className="px-5 pt-4">
            <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.more}
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
