import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Rectangle,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useFormat } from '../../api/me';
import type { NextOrderWindowDto, OrderDto } from '../../api/schema';
import { AXIS, ChartFigure, TOOLTIP } from '../../components/chart-parts';
import { text } from './text';

const t = text.one;
const DAY_MS = 86_400_000;
/** Margin on either side, as a fraction of the width. */
const MARGIN = 0.03;

interface Props {
  readonly orders: readonly OrderDto[];
  /** The days in which the next order is expected; null where none is. */
  readonly window: NextOrderWindowDto | null;
  readonly now: Date;
}

/** Adds up the orders of a day: bars of the same day would hide each other. Oldest first. */
function byDay(orders: readonly OrderDto[], dateOf: (instant: string) => string): { readonly at: number; readonly amount: number }[] {
  const days = new Map<string, { at: number; amount: number }>();
  for (const { placed_at: at, amount } of orders.toReversed()) {
    const day = days.get(dateOf(at)) ?? { at: new Date(at).getTime(), amount: 0 };
    day.amount += Number(amount ?? 0);
    days.set(dateOf(at), day);
  }
  return [...days.values()];
}

/** Draws the orders over time, the days in which the next one is expected, and today, so that the reader sees whether the customer is late. */
export function RhythmChart({ orders, window, now: today }: Props) {
  const format = useFormat();
  const now = today.getTime();
  const counted = orders.filter(({ status, test }) => status === 'placed' && !test);
  const points = byDay(counted, format.date);
  const expected = window === null ? [] : [window.from, window.to].map((instant) => new Date(instant).getTime());
  const times = [...points.map(({ at }) => at), now, ...expected];
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((to - from) * MARGIN, DAY_MS);
  const dateOf = (at: number): string => format.date(new Date(at).toISOString());
  return (
    <ChartFigure label={t.rhythm.summary(counted.length)} className="h-52">
      <ResponsiveContainer>
        <BarChart data={points} margin={{ top: 20, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            {...AXIS}
            dataKey="at"
            type="number"
            scale="time"
            domain={[from - margin, to + margin]}
            tickFormatter={dateOf}
            minTickGap={56}
          />
          <YAxis {...AXIS} axisLine={false} tickFormatter={(amount: number) => format.money(amount, 'short')} width={60} />
          <Tooltip
            {...TOOLTIP}
            cursor={false}
            labelFormatter={(at) => dateOf(Number(at))}
            formatter={(value) => format.money(Number(value))}
          />
          {expected.length > 0 && (
            <ReferenceArea x1={expected[0] ?? now} x2={expected[1] ?? now} fill="var(--accent)" fillOpacity={0.14} ifOverflow="hidden" />
          )}
          <ReferenceLine
            x={now}
            stroke="var(--text)"
            strokeDasharray="4 4"
            label={{ value: t.rhythm.today, position: 'top', fill: 'var(--text)', fontSize: 12 }}
          />
          <Bar dataKey="amount" name={t.rhythm.amount} fill="var(--accent)" shape={OrderBar} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}

const BAR_WIDTH = 6;

/** Draws bars of one width: recharts makes all bars thinner than the shortest time between two orders, which hid them. */
function OrderBar({ x, y, width, height, fill }: BarShapeProps) {
  return <Rectangle x={x + (width - BAR_WIDTH) / 2} y={y} width={BAR_WIDTH} height={height} fill={fill ?? ''} radius={[3, 3, 0, 0]} />;
}
