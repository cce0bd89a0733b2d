import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsDto } from '../../api/schema';
import { LABELS, riskFill } from '../../components/risk-badge';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Slider } from '../../components/ui/slider';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { BandPreview } from './band-preview';
import { type Bounds, DEFAULT_BOUNDS } from './bands';
import { histogramQuery, useChangeSettings } from './queries';
import { text } from './text';

const t = text.bands;
const BOUNDED = LABELS.slice(1) as readonly (keyof Bounds)[];

interface Props {
  readonly settings: SettingsDto;
  readonly onJob: (jobId: string) => void;
}

export function BandsCard({ settings, onJob }: Props) {
  const saved = settings.label_thresholds;
  const [bounds, setBounds] = useState<Bounds>(saved);
  const { data: counts } = useQuery(histogramQuery);
  const change = useChangeSettings(onJob);
  const move = ([medium = bounds.medium, high = bounds.high, critical = bounds.critical]: readonly number[]): void =>
    setBounds({ medium, high, critical });
  const isChanged = BOUNDED.some((label) => bounds[label] !== saved[label]);
  const isDefault = BOUNDED.every((label) => bounds[label] === DEFAULT_BOUNDS[label]);
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid gap-5">
        {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
        <BandPreview counts={counts ?? []} bounds={bounds} saved={saved} />
        <div>
          <Slider
            min={0.01}
            max={0.99}
            step={0.01}
            values={BOUNDED.map((label) => bounds[label])}
            labels={BOUNDED.map((label) => t.from(commonText.risk[label]))}
            onChange={move}
          />
          <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem] text-muted">
            {BOUNDED.map((label) => (
              <li key={label} className="flex items-center gap-2">
                <span className="size-2.5 rounded-full" style={{ background: riskFill(label) }} aria-hidden />
                {t.from(commonText.risk[label])}{' '}
                <span className="font-medium text-text tabular-nums">{Math.round(bounds[label] * 100)}%</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={!isChanged} busy={change.isPending} onClick={() => change.mutate({ label_thresholds: bounds })}>
            {commonText.save}
          </Button>
          {!isDefault && (
            <Button look="quiet" onClick={() => setBounds(DEFAULT_BOUNDS)}>
              {t.reset}
            </Button>
          )}
        </div>
      </CardBody>
    </Card>
  );
}
