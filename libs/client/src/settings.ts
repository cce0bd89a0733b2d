/** The longest delay of a Node.js timer. A timer with a longer one fires at once (the delay is a 32-bit number). */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Merges the caller's settings with the defaults. @param given the caller's settings; `undefined` means the default, as with `??`.
 * @returns all settings.
 */
export function withDefaults<Settings extends object>(defaults: Settings, given: Partial<Settings> = {}): Settings {
  const meant = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(meant) as Partial<Settings>) };
}

/** @throws TypeError when the value is not a number from `least` to `most`. */
export function checkNumber(name: string, value: number, least: number, most: number = LONGEST_TIMER_MS): void {
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new TypeError(`${name} is ${String(value)}: it must be a number from ${least} to ${most}`);
}
