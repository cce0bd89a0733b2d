import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormat } from '../../api/me';
import type { HistoryEntryDto } from '../../api/schema';
import { AXIS, ChartFigure, TOOLTIP } from '../../components/chart-parts';
import { riskFill } from '../../components/risk-badge';
import { text } from './text';

const t = text.one;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

interface DotProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: { readonly label: HistoryEntryDto['label']; readonly at: number };
}

/** Draws each score in the colour of its label. */
const drawDot = ({ cx, cy, payload }: DotProps) => (
  <circle key={payload?.at} cx={cx} cy={cy} r={4} fill={riskFill(payload?.label ?? 'low')} stroke="var(--surface)" strokeWidth={1.5} />
);

type Cause = HistoryEntryDto['cause'];

/** Returns true when the score changed because the model or the settings did, not the customer. */
const isOurs = (cause: Cause): cause is 'model' | 'settings' => cause === 'model' || cause === 'settings';

/** @param history at least two scores, newest first, as the API returns them. */
export function HistoryChart({ history }: { readonly history: readonly HistoryEntryDto[] }) {
  const format = useFormat();
  const points = history
    .map(({ score, label, cause, calculated_at }) => ({ at: new Date(calculated_at).getTime(), score: Number(score), label, cause }))
    .toReversed();
  const dateOf = (at: number): string => format.date(new Date(at).toISOString());
  const describe = (at: number): string => {
    const point = points.find((each) => each.at === at);
    return point === undefined ? dateOf(at) : `${dateOf(at)}: ${t.history.cause[point.cause]}`;
  };
  const [first, last] = [points[0], points.at(-1)];
  const changes = points.flatMap(({ at, cause }) => (isOurs(cause) ? [t.history.changed(t.history.mark[cause], dateOf(at))] : []));
  const summary =
    first === undefined || last === undefined
      ? ''
      : t.history.summary(format.score(first.score), dateOf(first.at), format.score(last.score), dateOf(last.at));
  return (
    <ChartFigure label={[summary, ...changes].join(' ')} className="h-56">
      <ResponsiveContainer>
        <LineChart data={points} margin={{ top: 8, right: 16, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...AXIS} dataKey="at" type="number" scale="time" domain={['dataMin', 'dataMax']} tickFormatter={dateOf} minTickGap={48} />
          <YAxis
            {...AXIS}
            axisLine={false}
            domain={[0, 1]}
            ticks={TICKS}
            tickFormatter={(share: number) => format.percent(share)}
            width={48}
          />
          <Tooltip {...TOOLTIP} labelFormatter={(at) => describe(Number(at))} formatter={(value) => format.score(Number(value))} />
          {points.map(({ at, cause }) =>
            isOurs(cause) ? (
              <ReferenceLine
                key={at}
                x={at}
                stroke="var(--muted)"
                strokeDasharray="4 4"
                label={{ value: t.history.mark[cause], position: 'insideTopRight', fill: 'var(--muted)', fontSize: 12 }}
              />
            ) : null,
          )}
          <Line
            dataKey="score"
            name={t.score}
            type="stepAfter"
            stroke="var(--accent)"
            strokeWidth={2}
            isAnimationActive={false}
            dot={drawDot}
          />
        </LineChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
