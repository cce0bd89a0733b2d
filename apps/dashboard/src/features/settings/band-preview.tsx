import { LABELS, riskFill } from '../../components/risk-badge';
import { commonText } from '../../text/common';
import { type Bounds, customersByBand } from './bands';
import { text } from './text';

const t = text.bands;
const TALLEST_PX = 88;

interface Props {
  /** Number of customers for each hundredth of the score. */
  readonly counts: readonly number[];
  readonly bounds: Bounds;
  /** The saved bounds. */
  readonly saved: Bounds;
}

/** Draws all scored customers in the colours that the new bounds would give them, and counts each label. */
export function BandPreview({ counts, bounds, saved }: Props) {
  const most = Math.max(...counts, 0);
  if (most === 0) return <p className="text-sm text-muted">{t.none}</p>;
  const [after, before] = [customersByBand(counts, bounds), customersByBand(counts, saved)];
  return (
    <div>
      <figure>
        <figcaption className="sr-only">{t.chart}</figcaption>
        <div aria-hidden className="flex items-end gap-px" style={{ height: TALLEST_PX }}>
          {counts.map((count, hundredth) => (
            <span
              // The index is the hundredth of the score.
              // oxlint-disable-next-line react/no-array-index-key
              key={hundredth}
              className="flex-1 rounded-t-[1px]"
              style={{ height: heightOf(count, most), background: riskFill(labelAt(hundredth / 100, bounds)) }}
            />
          ))}
        </div>
      </figure>
      <div role="status">
        <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {LABELS.map((label, i) => (
            <li key={label} className="rounded-lg bg-subtle px-3 py-2 text-sm">
              <span className="font-medium">{t.of(commonText.risk[label], after[i] ?? 0)}</span>
              {after[i] !== before[i] && <span className="block text-[0.8125rem] text-muted">{t.instead(before[i] ?? 0)}</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The square root keeps small bars visible next to large ones. */
const heightOf = (count: number, most: number): number => (count === 0 ? 0 : Math.max(2, Math.sqrt(count / most) * TALLEST_PX));

function labelAt(score: number, { medium, high, critical }: Bounds): (typeof LABELS)[number] {
  if (score >= critical) return 'critical';
  if (score >= high) return 'high';
  return score >= medium ? 'medium' : 'low';
}
