const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a thousand times as much as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns how far the clocks of the zone are ahead of UTC at an instant, in milliseconds. */
function aheadOfUtc(ms: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(ms / 1000) * 1000;
}

/**
 * Returns the instant at which the clocks of a zone show a time. Of two such instants in autumn it is the first; a time that spring leaves
 * out counts by the clocks before the change.
 * @param wallMs the time shown, as milliseconds since 1970 as if it were UTC
 * @param timeZone IANA name
 * @throws RangeError for a zone that does not exist
 */
export function instantOf(wallMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return wallMs;
  // A day before and after, the clocks show what they show before and after any change.
  const [before, after] = [-DAY_MS, DAY_MS].map((away) => wallMs - aheadOfUtc(wallMs + away, timeZone)) as [number, number];
  return before + aheadOfUtc(before, timeZone) === wallMs ? before : after + aheadOfUtc(after, timeZone) === wallMs ? after : before;
}

const DAY_MS = 86_400_000;
