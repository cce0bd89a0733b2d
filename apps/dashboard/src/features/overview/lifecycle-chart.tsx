import { Area, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type Lifecycle, TO_CONTACT } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import { AXIS, ChartFigure, TOOLTIP } from '../../components/chart-parts';
import { lifecycleFill } from '../../components/lifecycle-badge';
import { commonText } from '../../text/common';
import { text } from './text';

const t = text.lifecycle;

/** From the bottom of the chart: the lost ones, often most of all, come last. */
const STACK: readonly Lifecycle[] = ['active', 'new', 'second_order_due', 'slipping', 'lost'];

/** A point of the chart. A part of the past has keys of its own, so that it is drawn in another way, with a gap at the first live day. */
type Point = { readonly at: number } & Partial<Record<Lifecycle | `past_${Lifecycle}`, number>>;

/** Returns how many customers to contact there were on a day. */
const toContactOf = (day: LifecycleAnalyticsDto['trend'][number]): number => TO_CONTACT.reduce((sum, state) => sum + day[state], 0);

/** @param days at least two, oldest first. */
export function LifecycleChart({ days }: { readonly days: LifecycleAnalyticsDto['trend'] }) {
  const format = useFormat();
  const [first, last] = [days[0], days.at(-1)];
  const firstLive = days.find(({ calculated }) => !calculated);
  const summary =
    first === undefined || last === undefined
      ? ''
      : t.summary(format.day(first.date), format.number(toContactOf(first)), format.day(last.date), format.number(toContactOf(last)));
  const dayOf = (at: number): string => format.day(new Date(at).toISOString().slice(0, 10));
  const hasPast = first?.calculated === true && firstLive !== undefined;
  // An area needs two points: on day one the past reaches to today.
  const isFirstDay = firstLive === last;
  return (
    <>
      <ChartFigure label={hasPast ? `${summary} ${t.calculatedHint(format.day(firstLive.date))}` : summary} className="h-72 lg:h-88">
        <ResponsiveContainer>
          <ComposedChart
            data={days.map((day) => toPoint(day, day.calculated || (hasPast && isFirstDay)))}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis {...AXIS} dataKey="at" type="number" domain={['dataMin', 'dataMax']} tickFormatter={dayOf} minTickGap={48} />
            <YAxis {...AXIS} axisLine={false} tickFormatter={format.number} width={60} allowDecimals={false} />
            <Tooltip
              {...TOOLTIP}
              labelFormatter={(label) => (typeof label === 'number' ? dayOf(label) : '')}
              formatter={(value) => format.number(Number(value))}
            />
            {hasPast && STACK.map((state) => stateArea(state, 'past'))}
            {STACK.map((state) => stateArea(state, 'live'))}
          </ComposedChart>
        </ResponsiveContainer>
      </ChartFigure>
      {hasPast && (
        <p className="mt-2 flex items-center gap-2 text-[0.8125rem] text-muted">
          <span className="inline-block w-6 border-t-2 border-dashed border-muted" aria-hidden />
          {t.calculatedHint(format.day(firstLive.date))}
        </p>
      )}
    </>
  );
}

function toPoint(day: LifecycleAnalyticsDto['trend'][number], isPast: boolean): Point {
  const counts = STACK.map((state) => [isPast ? `past_${state}` : state, day[state]] as const);
  return { at: Date.parse(day.date), ...Object.fromEntries(counts) };
}

/** An area of the stack. The past is lighter and dashed. */
function stateArea(state: Lifecycle, part: 'past' | 'live') {
  const isPast = part === 'past';
  const opacity = state === 'lost' ? 0.12 : 0.35;
  return (
    <Area
      key={`${part} ${state}`}
      dataKey={isPast ? `past_${state}` : state}
      name={commonText.lifecycle[state]}
      stackId={part}
      type="monotone"
      stroke={lifecycleFill(state)}
      strokeWidth={1.5}
      strokeDasharray={isPast ? '5 4' : undefined}
      strokeOpacity={isPast ? 0.7 : 1}
      fill={lifecycleFill(state)}
      fillOpacity={isPast ? opacity / 2 : opacity}
      isAnimationActive={false}
    />
  );
}
