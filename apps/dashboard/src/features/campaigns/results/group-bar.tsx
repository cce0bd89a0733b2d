import { useFormat } from '../../../api/me';
import type { ComparedGroupDto } from '../../../api/schema';
import { InfoHint } from '../../../components/info-hint';
import { text } from '../text';

const t = text.results;

interface Props {
  readonly name: string;
  readonly hint?: string;
  readonly group: Pick<ComparedGroupDto, 'n' | 'returned' | 'rate'>;
  readonly fill: string;
}

/** Shows the share of a group that came back. */
export function GroupBar({ name, hint, group, fill }: Props) {
  const format = useFormat();
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="inline-flex items-center gap-1 font-medium">
          {name}
          {hint !== undefined && <InfoHint text={hint} />}
        </span>
        <span className="text-muted tabular-nums">
          {group.n === 0 ? t.nobody : t.returned(group.returned, group.n)}
          {group.rate !== null && <span className="ml-2 font-medium text-text">{format.percent(group.rate, 1)}</span>}
        </span>
      </div>
      <div className="h-3 overflow-hidden rounded-full bg-subtle" aria-hidden>
        <div className={`h-full rounded-full ${fill}`} style={{ width: `${100 * (group.rate ?? 0)}%` }} />
      </div>
    </div>
  );
}
