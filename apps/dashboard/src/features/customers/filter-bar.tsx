import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { LabelFilter, ScoreFilter } from './list-filters';
import { type CustomerSort, hasFilters, type ListSearch, SORTS, sortOf } from './list-search';
import { text as t } from './text';

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: t.sorts[value] }));
/** Waits until the reader has finished typing. */
const TYPING_MS = 250;

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
}

/** The search, the filters and the order of the list. */
export function FilterBar({ search, onChange }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox key={search.q === undefined ? 'empty' : 'filled'} value={search.q ?? ''} onSearch={(q) => onChange({ q })} />
      <LabelFilter labels={search.labels} onChange={(labels) => onChange({ labels })} />
      <ScoreFilter min={search.min} max={search.max} onChange={onChange} />
      {hasFilters(search) && (
        <Button
          look="quiet"
          className="text-muted"
          onClick={() => onChange({ q: undefined, labels: undefined, min: undefined, max: undefined })}
        >
          <X aria-hidden />
          {t.reset}
        </Button>
      )}
      <div className="ml-auto w-full sm:w-56">
        {search.q === undefined ? (
          <Select<CustomerSort> label={t.sort} value={sortOf(search)} options={SORT_OPTIONS} onChange={(sort) => onChange({ sort })} />
        ) : (
          <p className="text-right text-sm text-muted">{t.sortedById}</p>
        )}
      </div>
    </div>
  );
}

function SearchBox({ value, onSearch }: { readonly value: string; readonly onSearch: (q: string | undefined) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onSearch(typed === '' ? undefined : typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  return (
    <div className="relative w-full sm:w-72">
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
      />
    </div>
  );
}
