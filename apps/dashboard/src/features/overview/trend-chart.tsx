import { Area, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormat } from '../../api/me';
import type { DayTotalsDto } from '../../api/schema';
import { AXIS, ChartFigure, TOOLTIP } from '../../components/chart-parts';
import { riskFill } from '../../components/risk-badge';
import { commonText } from '../../text/common';
import { text } from './text';

const t = text.trend;

export type Shown = 'customers' | 'revenue';

interface Point {
  readonly date: string;
  readonly high: number;
  readonly critical: number;
  readonly revenue: number;
}

const toPoint = ({ date, distribution, revenue_at_risk }: DayTotalsDto): Point => ({
  date,
  high: distribution.high,
  critical: distribution.critical,
  revenue: Number(revenue_at_risk),
});

const AREAS = {
  customers: [
    { key: 'critical', name: commonText.risk.critical, color: riskFill('critical') },
    { key: 'high', name: commonText.risk.high, color: riskFill('high') },
  ],
  revenue: [{ key: 'revenue', name: t.revenue, color: 'var(--accent)' }],
} as const;

/** @param days at least two, oldest first. */
export function TrendChart({ days, shown }: { readonly days: readonly DayTotalsDto[]; readonly shown: Shown }) {
  const format = useFormat();
  const points = days.map(toPoint);
  const write = (value: number): string => (shown === 'customers' ? format.number(value) : format.money(value, 'whole'));
  const axis = (value: number): string => (shown === 'customers' ? format.number(value) : format.money(value, 'short'));
  const total = ({ high, critical, revenue }: Point): number => (shown === 'customers' ? high + critical : revenue);
  const [first, last] = [points[0], points.at(-1)];
  const summary =
    first === undefined || last === undefined
      ? ''
      : t.summary(t[shown], format.day(first.date), write(total(first)), format.day(last.date), write(total(last)));
  return (
    <ChartFigure label={summary} className="h-80">
      <ResponsiveContainer>
        <ComposedChart data={points} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...AXIS} dataKey="date" tickFormatter={format.day} minTickGap={48} />
          <YAxis {...AXIS} axisLine={false} tickFormatter={axis} width={60} allowDecimals={false} />
          <Tooltip
            {...TOOLTIP}
            labelFormatter={(label) => (typeof label === 'string' ? format.day(label) : '')}
            formatter={(value) => write(Number(value))}
          />
          {AREAS[shown].map(({ key, name, color }) => (
            <Area
              key={key}
              dataKey={key}
              name={name}
              stackId="all"
              type="monotone"
              stroke={color}
              strokeWidth={2}
              fill={color}
              fillOpacity={0.18}
              isAnimationActive={false}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
