import { X } from 'lucide-react';
import { useFormat } from '../../../api/me';
import type { ListSearch } from '../../../shared/customer-list/list-search';
import { filterChips } from './filter-chips';
import { text } from '../text';

const t = text.chips;

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
}

/** Names the filters that are on, each with a button that removes it. */
export function ActiveFilters({ search, onChange }: Props) {
  const format = useFormat();
  const chips = filterChips(search, format);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t.title} className="flex flex-wrap gap-2 max-sm:shrink-0 max-sm:flex-nowrap">
      {chips.map(({ label, removal }) => (
        <li
          key={label}
          className="flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-1 pr-1.5 pl-3 text-[0.8125rem] text-accent max-sm:max-w-[75vw]"
        >
          <span className="min-w-0 break-words max-sm:truncate">{label}</span>
          <button
            type="button"
            aria-label={t.remove(label)}
            className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-surface"
            onClick={() => onChange(removal)}
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
