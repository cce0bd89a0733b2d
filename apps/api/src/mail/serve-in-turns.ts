/** The work of several owners, one piece after the other for each. */
export interface Turns<Owner> {
  /** Number of owners that are served at once. */
  readonly atOnce: number;
  /** Returns the owners with work that is due, the longest waiting first. */
  readonly due: (limit: number) => Promise<readonly Owner[]>;
  /** Does one piece of work of an owner. @returns false to begin no further one */
  readonly serve: (owner: Owner) => Promise<boolean>;
}

/**
 * Serves the owner who waits the longest whenever a place is free, one piece at a time, until nothing is due. So an owner with a thousand
 * pieces has one place, and a slow piece holds back nothing else.
 */
export async function serveInTurns<Owner>({ atOnce, due, serve }: Turns<Owner>): Promise<void> {
  const running = new Map<Owner, Promise<void>>();
  let isGoingOn = true;
  const turnOf = async (owner: Owner): Promise<void> => {
    const goesOn = await serve(owner);
    isGoingOn &&= goesOn;
    running.delete(owner);
  };
  for (;;) {
    // Those that are being served may have more work that is due, so as many others must fit.
    const waiting = isGoingOn ? await due(2 * atOnce) : [];
    for (const owner of waiting.filter((one) => !running.has(one)).slice(0, atOnce - running.size)) {
      running.set(owner, turnOf(owner));
    }
    if (running.size === 0) return;
    await Promise.race(running.values());
  }
}
