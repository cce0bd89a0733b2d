import { points } from './outcome';
import { text } from '../text';

const t = text.results;
/** Margin on both sides of the drawing, as a fraction of its width. */
const MARGIN = 0.15;

interface Props {
  readonly title: string;
  readonly uplift: number;
  readonly low: number;
  readonly high: number;
}

/** Draws the effect and its interval on a line with a mark at zero. */
export function IntervalChart({ title, uplift, low, high }: Props) {
  const [least, most] = [Math.min(low, 0), Math.max(high, 0)];
  const room = Math.max(most - least, 0.01) * MARGIN;
  const at = (value: number): string => `${(100 * (value - least + room)) / (most - least + 2 * room)}%`;
  return (
    <figure>
      <figcaption className="text-sm">
        <span className="font-medium">{title}</span> <span className="text-muted">({t.interval})</span>
      </figcaption>
      <div role="img" aria-label={t.chart(points(uplift), points(low), points(high))} className="relative mt-2 h-24 text-xs tabular-nums">
        <span className="absolute inset-x-0 top-9 h-px bg-line" />
        <span className="absolute top-4 h-14 w-px bg-muted" style={{ left: at(0) }} />
        <Tick left={at(0)} className="top-19 text-muted">
          {t.none}
        </Tick>
        <span
          className="absolute top-7.5 h-3 rounded-full border border-accent bg-accent-soft"
          style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }}
        />
        <span
          className="absolute top-7 size-4 -translate-x-1/2 rounded-full border-2 border-surface bg-accent"
          style={{ left: at(uplift) }}
        />
        <Tick left={at(uplift)} className="top-1 bg-surface px-1 text-sm font-semibold">
          {points(uplift)}
        </Tick>
        <Tick left={at(low)} className="top-12 bg-surface px-0.5 text-muted">
          {points(low)}
        </Tick>
        <Tick left={at(high)} className="top-12 bg-surface px-0.5 text-muted">
          {points(high)}
        </Tick>
      </div>
    </figure>
  );
}

function Tick({ left, className, children }: { readonly left: string; readonly className: string; readonly children: string }) {
  return (
    <span className={`absolute -translate-x-1/2 whitespace-nowrap ${className}`} style={{ left }}>
      {children}
    </span>
  );
}
