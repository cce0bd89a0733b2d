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
import { useFormat, useMe } from '../../api/me';
import type { NextOrderWindowDto, OrderDto } from '../../api/schema';
import { AXIS, ChartFigure, TOOLTIP } from '../../components/chart-parts';
import { moneyIn } from '../../format/money-in';
import { type DrawnDay, drawnDays, isCounted } from './drawn-days';
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

/** Draws the orders over time, the days in which the next one is expected, and today, so that the reader sees whether the customer is late. */
export function RhythmChart({ orders, window, now: today }: Props) {
  const format = useFormat();
  const now = today.getTime();
  const { currency } = useMe().tenant;
  const counted = orders.filter(isCounted);
  const points = drawnDays(counted, currency, format.date);
  const expected = window === null ? [] : [window.from, window.to].map((instant) => new Date(instant).getTime());
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
            domain={domainOf([...points.map(({ at }) => at), now, ...expected])}
            tickFormatter={dateOf}
            minTickGap={56}
          />
          <YAxis
            {...AXIS}
            axisLine={false}
            // Without an amount the scale would be made up.
            tick={points.some(({ amount }) => amount > 0) && AXIS.tick}
            tickFormatter={(amount: number) => format.money(amount, 'short')}
            width={60}
          />
          <Tooltip
            {...TOOLTIP}
            cursor={false}
            labelFormatter={(at) => dateOf(Number(at))}
            formatter={(_value, _name, { payload }) => moneyOf(payload as DrawnDay)}
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
          <Bar {...BAR} shape={OrderBar} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}

const BAR_WIDTH = 6;
const BAR = { dataKey: 'amount', name: t.rhythm.amount, fill: 'var(--accent)', minPointSize: BAR_WIDTH, isAnimationActive: false };

/** Returns where the axis of time begins and ends: it has all of these instants and a margin. */
function domainOf(times: readonly number[]): [number, number] {
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((to - from) * MARGIN, DAY_MS);
  return [from - margin, to + margin];
}

/** Writes the amounts of a day, each in its own currency. */
const moneyOf = ({ sums }: DrawnDay): string => [...sums].map(([currency, sum]) => moneyIn(currency, sum)).join(' + ') || t.rhythm.unknown;

/**
 * Draws bars of one width: recharts makes all bars thinner than the shortest time between two orders, which hid them. A day without an amount
 * in the shop's currency is a grey dot.
 */
function OrderBar({ x, y, width, height, fill, payload }: BarShapeProps) {
  const isDot = (payload as DrawnDay).amount === 0;
  return (
    <Rectangle
      x={x + (width - BAR_WIDTH) / 2}
      y={y}
      width={BAR_WIDTH}
      height={height}
      fill={isDot ? 'var(--muted)' : (fill ?? '')}
      radius={isDot ? BAR_WIDTH / 2 : [3, 3, 0, 0]}
    />
  );
}
