import { CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { CalibrationBinDto } from '../api/schema';
import { commonText } from '../text/common';
import { AXIS, ChartFigure, TOOLTIP } from './chart-parts';

const t = commonText.reliability;
const percent = (share: number): string => `${Math.round(share * 100)}%`;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Draws predicted against actual rates. */
export function ReliabilityChart({ calibration }: { readonly calibration: readonly CalibrationBinDto[] }) {
  const points = calibration.filter(({ predicted, observed }) => predicted !== null && observed !== null);
  return (
    <ChartFigure label={t.promise} className="mt-4 h-72">
      <ResponsiveContainer>
        <ComposedChart data={points} margin={{ top: 8, right: 16, bottom: 20, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis
            {...AXIS}
            dataKey="predicted"
            type="number"
            domain={[0, 1]}
            ticks={TICKS}
            tickFormatter={percent}
            label={{ value: t.predicted, position: 'insideBottom', offset: -12, fill: 'var(--muted)', fontSize: 12 }}
          />
          <YAxis {...AXIS} type="number" domain={[0, 1]} ticks={TICKS} tickFormatter={percent} width={48} />
          <ReferenceLine
            segment={[
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ]}
            stroke="var(--muted)"
            strokeDasharray="5 5"
          />
          <Tooltip
            {...TOOLTIP}
            formatter={(value) => percent(Number(value))}
            labelFormatter={(label) => `${t.predicted}: ${percent(Number(label))}`}
          />
          <Line
            dataKey="observed"
            name={t.observed}
            stroke="var(--accent)"
            strokeWidth={2}
            dot={{ r: 4, fill: 'var(--accent)' }}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
