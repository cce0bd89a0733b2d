import { Link } from '@tanstack/react-router';
import { TO_CONTACT } from '../../../api/lifecycle';
import { X } from 'lucide-react';
import { useFormat } from '../../../api/me';
import { hasFilters, type ListSearch } from '../../../shared/customer-list/list-search';
import { filterChips } from './filter-chips';
import { text } from '../text';

const t = text.chips;

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
}

/** Names the filters that are on, each with a button that removes it. Without any it leads to the customers to contact first. */
export function ActiveFilters({ search, onChange }: Props) {
  const format = useFormat();
  if (!hasFilters(search)) return search.sort === undefined ? <Everybody /> : null;
  const chips = filterChips(search, format);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t.title} className="mb-4 flex flex-wrap gap-2">
      {chips.map(({ label, removal }) => (
        <li
          key={label}
          className="flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-1 pr-1.5 pl-3 text-[0.8125rem] text-accent"
        >
          <span className="min-w-0 break-words">{label}</span>
          <button
            type="button"
            aria-label={t.remove(label)}
            className="rounded-full p-1 hover:bg-surface"
            onClick={() => onChange(removal)}
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

const Everybody = () => (
  <p className="mb-4 text-sm text-muted">
    {text.mixed}{' '}
    <Link to="/customers" search={{ lifecycle: TO_CONTACT }} className="font-medium text-accent hover:underline">
      {text.contactFirst}
    </Link>
  </p>
);
