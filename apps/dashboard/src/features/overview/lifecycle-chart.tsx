import { Area, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Lifecycle } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import { AXIS, ChartFigure, TOOLTIP } from '../../components/chart-parts';
import { lifecycleFill } from '../../components/lifecycle-badge';
import { commonText } from '../../text/common';
import { text } from './text';

const t = text.lifecycle;

/** From the bottom of the chart: the lost ones, often most of all, come last. */
const STACK: readonly Lifecycle[] = ['active', 'new', 'slipping', 'lost'];

/** @param days at least two, oldest first. */
export function LifecycleChart({ days }: { readonly days: LifecycleAnalyticsDto['trend'] }) {
  const format = useFormat();
  const [first, last] = [days[0], days.at(-1)];
  const summary =
    first === undefined || last === undefined
      ? ''
      : t.summary(format.day(first.date), format.number(first.slipping), format.day(last.date), format.number(last.slipping));
  return (
    <ChartFigure label={summary} className="h-72 lg:h-88">
      <ResponsiveContainer>
        <ComposedChart data={days} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...AXIS} dataKey="date" tickFormatter={format.day} minTickGap={48} />
          <YAxis {...AXIS} axisLine={false} tickFormatter={format.number} width={60} allowDecimals={false} />
          <Tooltip
            {...TOOLTIP}
            labelFormatter={(label) => (typeof label === 'string' ? format.day(label) : '')}
            formatter={(value) => format.number(Number(value))}
          />
          {STACK.map((state) => (
            <Area
              key={state}
              dataKey={state}
              name={commonText.lifecycle[state]}
              stackId="all"
              type="monotone"
              stroke={lifecycleFill(state)}
              strokeWidth={1.5}
              fill={lifecycleFill(state)}
              fillOpacity={state === 'lost' ? 0.12 : 0.35}
              isAnimationActive={false}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
