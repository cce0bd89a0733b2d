import { patient } from './limits.js';
/** Looks until there is something to see. @throws what is missing, after the time. */
export async function eventually<T>(
  what: string,
  look: () => T | null | undefined | Promise<T | null | undefined>,
  timeoutMs = 45_000,
): Promise<T> {
  const deadline = Date.now() + patient(timeoutMs);
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
