/** A timer of Node.js that is set for longer ends at once (its delay is a 32-bit number). */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * @param given settings of the caller; one that is `undefined` is taken for absent, as by `??`.
 * @returns all settings.
 */
export function withDefaults<Settings extends object>(defaults: Settings, given: Partial<Settings> = {}): Settings {
  const meant = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(meant) as Partial<Settings>) };
}

/** @throws TypeError unless it is a number from `least` to `most`. */
export function checkNumber(name: string, value: number, least: number, most: number = LONGEST_TIMER_MS): void {
  if (typeof value === 'number' && value >= least && value <= most) return;
  throw new TypeError(`${name} is ${String(value)}: it must be a number from ${least} to ${most}`);
}
