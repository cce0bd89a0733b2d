import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { customerOfOrder, findContacts } from '../../../shared/addresses/address-book';
import { FoundContacts } from '../../../shared/addresses/found-contacts';
import { useAddressBook } from '../../../shared/addresses/use-address-book';
import { searchable } from '../../../api/pseudonyms';
import { ForRole } from '../../../components/for-role';
import { PhoneFold } from '../../../components/phone-fold';
import { Button } from '../../../components/ui/button';
import { Input } from '../../../components/ui/input';
import { Select } from '../../../components/ui/select';
import { LabelFilter, LifecycleFilter, ScoreFilter } from './list-filters';
import { MoreFilters } from './more-filters';
import { type CustomerSort, hasFilters, type ListSearch, NO_FILTERS, SORTS, sortOf } from '../../../shared/customer-list/list-search';
import { text as listText } from '../../../shared/customer-list/text';
import { SaveSegment } from '../selection/save-segment';
import { text as t } from '../text';

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: listText.sorts[value] }));
/** Waits until the reader has finished typing. */
const TYPING_MS = 250;

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
}

/** The search, the filters and the order of the list. */
export function FilterBar({ search, onChange }: Props) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 sm:mb-4">
      <SearchBox value={search.q ?? ''} onSearch={(q) => onChange({ q })} />
      <PhoneFold name={t.filters}>
        <div className="flex flex-wrap gap-2 sm:contents">
          <LifecycleFilter lifecycle={search.lifecycle} onChange={(lifecycle) => onChange({ lifecycle })} />
          <LabelFilter labels={search.labels} onChange={(labels) => onChange({ labels })} />
          <ScoreFilter min={search.min} max={search.max} onChange={onChange} />
          <MoreFilters search={search} onChange={onChange} />
          {hasFilters(search) && (
            <Button look="quiet" className="text-muted" onClick={() => onChange(NO_FILTERS)}>
              <X aria-hidden />
              {t.reset}
            </Button>
          )}
          <ForRole least="member">
            <SaveSegment search={search} onSaved={(segment) => onChange({ ...NO_FILTERS, segment })} />
          </ForRole>
          <div className="w-full sm:ml-auto sm:w-56">
            {search.q === undefined ? (
              <Select<CustomerSort> label={t.sort} value={sortOf(search)} options={SORT_OPTIONS} onChange={(sort) => onChange({ sort })} />
            ) : (
              <p className="text-sm text-muted sm:text-right">{t.sortedById}</p>
            )}
          </div>
        </div>
      </PhoneFold>
    </div>
  );
}

function SearchBox({ value, onSearch }: { readonly value: string; readonly onSearch: (q: string | undefined) => void }) {
  const [typed, setTyped] = useState(value);
  const queries = useQueryClient();
  const book = useAddressBook();
  const navigate = useNavigate();
  const openFirstFound = ({ key }: KeyboardEvent): void => {
    const [first] = key === 'Enter' ? findContacts(book, typed) : [];
    if (first === undefined) return;
    setTyped(last.current.typed);
    void navigate({ to: '/customers/$externalId', params: { externalId: first.id } });
  };
  // It remembers the last search, because an e-mail address is searched by another text than the typed one.
  const last = useRef({ typed: value, q: value });
  useEffect(() => {
    if (value === last.current.q) return;
    last.current = { typed: value, q: value };
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === last.current.typed) return undefined;
    let isOver = false;
    const search = async (): Promise<void> => {
      // Text that matches a person of the address book stays in this browser, which already shows that person.
      const found = findContacts(book, typed);
      const staysHere = typed === '' || found.some(({ order }) => order === null);
      const q = staysHere ? undefined : (customerOfOrder(found, typed) ?? (await searchable(typed, queries)));
      // A late search would take the user back from a page that they have opened since.
      if (isOver) return;
      last.current = { typed, q: q ?? '' };
      onSearch(q);
    };
    const timer = setTimeout(() => void search(), TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed, onSearch, queries, book]);
  return (
    <div className="group relative min-w-0 flex-1 sm:w-72 sm:flex-none">
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden />
      <Input
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        spellCheck={false}
        maxLength={255}
        className="pl-9"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={openFirstFound}
      />
      <FoundContacts typed={typed} onChosen={() => setTyped(last.current.typed)} />
    </div>
  );
}
