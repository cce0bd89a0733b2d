import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useFormat } from '../../../api/me';
import type { SegmentDto } from '../../../api/schema';
import { ForRole } from '../../../components/for-role';
import { Button } from '../../../components/ui/button';
import { type ListSearch, NO_FILTERS } from '../../../shared/customer-list/list-search';
import { segmentsQuery } from '../../../shared/segments/queries';
import { text as t } from '../../../shared/segments/text';
import { ManageSegment } from './manage-segment';

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
}

/** No campaign contacts a control group, nor by default those who refuse marketing. */
const isContactable = ({ filter }: SegmentDto): boolean =>
  (filter?.control_group == null || filter.control_group.includes('none')) &&
  (filter?.marketing_consent == null || filter.marketing_consent.some((consent) => consent !== 'no'));

/** The segments with their sizes. Choosing one replaces all filters; choosing it again shows all customers. */
export function SegmentRow({ search, onChange }: Props) {
  const format = useFormat();
  const { data: segments } = useQuery(segmentsQuery);
  return (
    <div role="group" aria-label={t.title} className="flex flex-wrap gap-2 max-sm:shrink-0 max-sm:flex-nowrap">
      {segments?.map(({ id, name, customers }) => {
        const isChosen = id === search.segment;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange({ ...NO_FILTERS, segment: isChosen ? undefined : id })}
            className={`max-w-full truncate rounded-full max-sm:shrink-0 border px-3 py-1.5 text-[0.8125rem] ${
              isChosen ? 'border-accent bg-accent-soft font-medium text-accent' : 'border-line bg-surface hover:bg-subtle'
            }`}
          >
            {name} <span className="tabular-nums">{format.number(customers)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** Offers what can be done with the chosen segment. */
export function SegmentActions({ search, onChange }: Props) {
  const { data: segments } = useQuery(segmentsQuery);
  const chosen = segments?.find(({ id }) => id === search.segment);
  if (chosen === undefined) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isContactable(chosen) && (
        <ForRole least="member">
          <Button asChild look="secondary" size="small">
            <Link to="/campaigns/new" search={{ segment: chosen.id }}>
              <Megaphone aria-hidden />
              {t.campaign}
            </Link>
          </Button>
        </ForRole>
      )}
      <ManageSegment segment={chosen} onGone={() => onChange({ segment: undefined })} />
    </div>
  );
}
