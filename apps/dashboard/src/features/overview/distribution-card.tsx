import { Link } from '@tanstack/react-router';
import { LABELS } from '../../api/labels';
import { useFormat } from '../../api/me';
import type { DistributionDto } from '../../api/schema';
import { RiskBadge, riskFill } from '../../components/risk-badge';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { text } from './text';

const t = text.distribution;
/** Highest risk first: readers look for it. */
const WORST_FIRST = LABELS.toReversed();

interface Props {
  readonly distribution: DistributionDto;
  /** Customers who are lost: often most of those with critical risk. */
  readonly lost: number;
}

export function DistributionCard({ distribution, lost }: Props) {
  const format = useFormat();
  const all = LABELS.reduce((sum, label) => sum + distribution[label], 0);
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        {all === 0 && <p className="text-sm text-muted">{t.none}</p>}
        {all > 0 && (
          <div className="mb-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full" aria-hidden>
            {WORST_FIRST.map((label) => (
              <div key={label} style={{ flexGrow: distribution[label], background: riskFill(label) }} />
            ))}
          </div>
        )}
        <ul className="grid gap-1">
          {WORST_FIRST.map((label) => (
            <li key={label}>
              <Link
                to="/customers"
                search={{ labels: [label] }}
                className="-mx-2 flex items-center gap-2 rounded-lg px-2 py-1 text-sm hover:bg-subtle"
              >
                <RiskBadge label={label} />
                <span className="ml-auto tabular-nums">{format.number(distribution[label])}</span>
                <span className="w-11 text-right text-muted tabular-nums">
                  {all === 0 ? '–' : format.percent(distribution[label] / all)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {lost > distribution.critical / 2 && <p className="mt-3 text-[0.8125rem] text-muted">{t.lost(lost)}</p>}
      </CardBody>
    </Card>
  );
}
