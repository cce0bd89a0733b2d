import { ChevronDown, ListFilter } from 'lucide-react';
import { Popover, Slider } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { type Label, LABELS } from '../../../api/labels';
import { LIFECYCLES, type Lifecycle } from '../../../api/lifecycle';
import { LifecycleBadge } from '../../../components/lifecycle-badge';
import { RiskBadge } from '../../../components/risk-badge';
import { Button } from '../../../components/ui/button';
import { Checkbox } from '../../../components/ui/checkbox';
import { commonText } from '../../../text/common';
import type { ListSearch } from '../../../shared/customer-list/list-search';
import { text as t } from '../text';

/** On a phone, the longest panel is taller than what is left of the screen. */
export const FILTER_PANEL =
  'z-50 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-xl border border-line bg-raised p-3 shadow-lg';

interface ChoiceProps<Value extends string> {
  /** The name for screen readers. */
  readonly label: string;
  readonly values: readonly Value[];
  readonly chosen: readonly Value[] | undefined;
  readonly onChange: (chosen: readonly Value[] | undefined) => void;
  readonly nameOf: (value: Value) => string;
  readonly badgeOf: (value: Value) => ReactNode;
  /** Describes what is chosen when it is not one value. */
  readonly countText: (count: number) => string;
}

const NOTHING: readonly never[] = [];

/** Lets the reader choose some of a few values. Choosing every value is the same as no filter. */
function ChoiceFilter<Value extends string>({ label, values, chosen = NOTHING, onChange, nameOf, badgeOf, countText }: ChoiceProps<Value>) {
  const toggle = (value: Value): void => {
    const next = values.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)));
    onChange(next.length === 0 || next.length === values.length ? undefined : next);
  };
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button look="secondary">
          <ListFilter aria-hidden />
          {chosen.length === 1 ? chosen.map(nameOf) : countText(chosen.length)}
          <ChevronDown className="text-muted" aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="start" sideOffset={6} aria-label={label} className={FILTER_PANEL}>
          {values.map((value) => (
            <div key={value} className="relative flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-subtle">
              <Checkbox
                checked={chosen.includes(value)}
                onCheckedChange={() => toggle(value)}
                aria-label={nameOf(value)}
                className="static after:inset-0"
              />
              {badgeOf(value)}
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface LabelProps {
  readonly labels: readonly Label[] | undefined;
  readonly onChange: (labels: readonly Label[] | undefined) => void;
}

export const LabelFilter = ({ labels, onChange }: LabelProps) => (
  <ChoiceFilter
    label={t.labels}
    values={WORST_FIRST}
    chosen={labels}
    onChange={onChange}
    nameOf={(label) => commonText.risk[label]}
    badgeOf={labelBadge}
    countText={(count) => (count === 0 ? t.allLabels : t.someLabels(count))}
  />
);
const WORST_FIRST = LABELS.toReversed();
const labelBadge = (label: Label) => <RiskBadge label={label} />;

interface LifecycleProps {
  readonly lifecycle: readonly Lifecycle[] | undefined;
  readonly onChange: (lifecycle: readonly Lifecycle[] | undefined) => void;
}

export const LifecycleFilter = ({ lifecycle, onChange }: LifecycleProps) => (
  <ChoiceFilter
    label={t.lifecycle}
    values={LIFECYCLES}
    chosen={lifecycle}
    onChange={onChange}
    nameOf={(state) => commonText.lifecycle[state]}
    badgeOf={lifecycleBadge}
    countText={(count) => (count === 0 ? t.allLifecycles : t.someLifecycles(count))}
  />
);

const lifecycleBadge = (state: Lifecycle) => <LifecycleBadge lifecycle={state} />;

interface ScoreProps {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly onChange: (change: ListSearch) => void;
}

const LOWEST = 0;
const HIGHEST = 100;
const THUMB = 'block size-5 rounded-full border-2 border-accent bg-surface shadow';

export function ScoreFilter({ min = LOWEST, max = HIGHEST, onChange }: ScoreProps) {
  const [range, setRange] = useState<readonly number[]>([min, max]);
  const [from = LOWEST, to = HIGHEST] = range;
  const commit = ([low = LOWEST, high = HIGHEST]: readonly number[]): void =>
    onChange({ min: low === LOWEST ? undefined : low, max: high === HIGHEST ? undefined : high });
  const isAll = min === LOWEST && max === HIGHEST;
  return (
    <Popover.Root onOpenChange={(isOpen) => isOpen && setRange([min, max])}>
      <Popover.Trigger asChild>
        <Button look="secondary">
          {isAll ? t.score : t.scoreRange(`${min}%`, `${max}%`)}
          <ChevronDown className="text-muted" aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="start" sideOffset={6} aria-label={t.score} className={`${FILTER_PANEL} w-72`}>
          <p className="mb-4 flex justify-between px-1 text-sm tabular-nums">
            <span>{from}%</span>
            <span>{to}%</span>
          </p>
          <Slider.Root
            value={[from, to]}
            min={LOWEST}
            max={HIGHEST}
            onValueChange={setRange}
            onValueCommit={commit}
            className="relative flex h-5 items-center"
          >
            <Slider.Track className="relative h-1.5 grow rounded-full bg-subtle">
              <Slider.Range className="absolute h-full rounded-full bg-accent" />
            </Slider.Track>
            <Slider.Thumb className={THUMB} aria-label={t.lowest} />
            <Slider.Thumb className={THUMB} aria-label={t.highest} />
          </Slider.Root>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
