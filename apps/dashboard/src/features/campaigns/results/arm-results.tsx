import type { ReactNode } from 'react';
import { useFormat } from '../../../api/me';
import type { ArmComparisonDto, ArmResultDto, CampaignResultsDto } from '../../../api/schema';
import { Alert } from '../../../components/ui/alert';
import { GroupBar } from './group-bar';
import { points } from './outcome';
import { text as t } from '../arms/text';

interface Props {
  readonly results: CampaignResultsDto;
  /** Stands right after the answer. */
  readonly children: ReactNode;
}

/** Says what each offer of a campaign brings after its cost. */
export function ArmResults({ results, children }: Props) {
  const { arms, arm_comparisons: pairs, arms_summary: summary, best_arm: best } = results;
  const isKnown = pairs.some(({ uplift }) => uplift !== null);
  return (
    <section className="grid gap-4">
      <h3 className="font-medium">{t.question}</h3>
      <Alert kind={best === null ? 'note' : 'good'}>{summary}</Alert>
      {children}
      {arms.map((arm) => (
        <Arm key={arm.name} arm={arm} hasControl={results.holdout.n > 0} />
      ))}
      {pairs.map(moreFirst).map((pair) => (
        <div key={`${pair.arm} ${pair.against}`} className="text-sm">
          <h4 className="font-medium">{t.against(pair.arm, pair.against)}</h4>
          <Difference difference={pair} />
        </div>
      ))}
      {isKnown && <p className="text-[0.8125rem] text-muted">{t.anytime}</p>}
    </section>
  );
}

/** Names the offer with more orders first. */
function moreFirst(pair: ArmComparisonDto): ArmComparisonDto {
  const { arm, against, uplift, net_uplift: net } = pair;
  if (uplift === null || uplift.difference >= 0) return pair;
  return { arm: against, against: arm, uplift: reversed(uplift), net_uplift: net === null ? null : reversed(net) };
}

type Shown = NonNullable<ArmComparisonDto['uplift']>;
const reversed = ({ difference, ci95 }: Shown): Shown => ({ difference: -difference, ci95: ci95.map((bound) => -bound).toReversed() });

function Arm({ arm, hasControl }: { readonly arm: ArmResultDto; readonly hasControl: boolean }) {
  const format = useFormat();
  return (
    <div className="text-sm">
      <GroupBar name={arm.name} group={arm} fill="bg-accent" />
      <p className="mt-1.5 text-muted">
        {t.money(format.money(arm.revenue, 'round'), Number(arm.cost) === 0 ? null : format.money(arm.cost, 'round'))}
      </p>
      {hasControl && (
        <>
          <h4 className="mt-1.5">{t.control}</h4>
          <Difference difference={arm} />
        </>
      )}
    </div>
  );
}

function Difference({ difference: { uplift, net_uplift: net } }: { readonly difference: Pick<ArmComparisonDto, 'uplift' | 'net_uplift'> }) {
  const format = useFormat();
  const [low, high] = uplift?.ci95 ?? [];
  if (uplift === null || low === undefined || high === undefined) return <p className="text-muted">{t.missing}</p>;
  const [least, most] = net?.ci95 ?? [];
  return (
    <ul className="text-muted">
      <li>{t.orders(points(uplift.difference), points(low), points(high))}</li>
      <li>
        {net === null || least === undefined || most === undefined
          ? t.netMissing
          : t.net(signed(format.money(net.difference), net.difference), format.money(least), format.money(most))}
      </li>
    </ul>
  );
}

const signed = (written: string, value: number): string => (value > 0 ? `+${written}` : written);
