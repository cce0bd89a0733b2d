import { ChevronDown, ListFilter } from 'lucide-react';
import { Popover, Slider } from 'radix-ui';
import { useState } from 'react';
import { type Label, LABELS } from '../../api/labels';
import { RiskBadge } from '../../components/risk-badge';
import { Button } from '../../components/ui/button';
import { Checkbox } from '../../components/ui/checkbox';
import { commonText } from '../../text/common';
import type { ListSearch } from './list-search';
import { text as t } from './text';

const PANEL = 'z-50 rounded-xl border border-line bg-raised p-3 shadow-lg';

interface LabelProps {
  readonly labels: readonly Label[] | undefined;
  readonly onChange: (labels: readonly Label[] | undefined) => void;
}

/** Choosing every label is the same as no filter. */
const NONE: readonly Label[] = [];

export function LabelFilter({ labels = NONE, onChange }: LabelProps) {
  const toggle = (label: Label): void => {
    const chosen = LABELS.filter((each) => (each === label ? !labels.includes(each) : labels.includes(each)));
    onChange(chosen.length === 0 || chosen.length === LABELS.length ? undefined : chosen);
  };
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button look="secondary">
          <ListFilter aria-hidden />
          {labels.length === 0
            ? t.allLabels
            : labels.length === 1
              ? labels.map((label) => commonText.risk[label])
              : t.someLabels(labels.length)}
          <ChevronDown className="text-muted" aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content align="start" sideOffset={6} aria-label={t.labels} className={PANEL}>
          {LABELS.toReversed().map((label) => (
            <div key={label} className="relative flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-subtle">
              <Checkbox
                checked={labels.includes(label)}
                onCheckedChange={() => toggle(label)}
                aria-label={commonText.risk[label]}
                className="after:absolute after:inset-0"
              />
              <RiskBadge label={label} />
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

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
        <Popover.Content align="start" sideOffset={6} aria-label={t.score} className={`${PANEL} w-72`}>
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
