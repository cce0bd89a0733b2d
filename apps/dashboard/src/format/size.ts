const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Writes bytes in the largest unit that has at least one of them, `9.6 MB`. @param least the smallest unit to use */
export function size(bytes: number, least: 'KB' | 'MB'): string {
  const from = UNITS.indexOf(least);
  const unit = Math.max(
    from,
    UNITS.findLastIndex((_, at) => bytes >= 1024 ** (at + 1)),
  );
  return `${(bytes / 1024 ** (unit + 1)).toFixed(1).replace(/\.0$/, '')} ${UNITS[unit]}`;
}
