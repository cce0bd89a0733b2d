/** What a part of the system says of itself; a rejected promise means that it fails. */
export type Check = () => Promise<unknown>;

export interface ReadinessReport {
  /** For each part `ok`, or what is wrong with it. */
  readonly checks: Readonly<Record<string, string>>;
  readonly failing: readonly string[];
}

const LIMIT_MS = 1500;

/** Asks every part at once whether the process can do its work, and waits for none longer than a moment. */
export class Readiness {
  constructor(private readonly parts: Readonly<Record<string, Check>>) {}

  async check(): Promise<ReadinessReport> {
    const answers = await Promise.all(Object.entries(this.parts).map(async ([name, part]) => [name, await judge(part)] as const));
    return { checks: Object.fromEntries(answers), failing: answers.filter(([, answer]) => answer !== 'ok').map(([name]) => name) };
  }
}

async function judge(part: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    await Promise.race([part(), limit]);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
