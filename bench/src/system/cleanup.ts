type Step = () => Promise<unknown>;

/** Undoes steps in reverse order when the run succeeds, fails or is stopped. */
export class Cleanup {
  private steps: Step[] = [];
  private ending: Promise<void> | null = null;

  /** True once the cleanup has begun. Failures after that are expected. */
  get hasBegun(): boolean {
    return this.ending !== null;
  }

  /** Adds a step to undo; undoes it at once if the cleanup has begun. @returns a function that undoes the step now and removes it. */
  add(step: Step): Step {
    const once = onlyOnce(step);
    if (this.hasBegun) void once();
    this.steps.push(once);
    return async () => {
      this.steps = this.steps.filter((other) => other !== once);
      await once();
    };
  }

  /** Undoes all steps. Reports a failed step on stderr and continues with the others. */
  run(): Promise<void> {
    this.ending ??= this.undoAll();
    return this.ending;
  }

  private async undoAll(): Promise<void> {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      // One after the other, because the apps need their servers until they have ended.
      await step().catch((error: unknown) => process.stderr.write(`Left behind: ${String(error)}\n`));
    }
  }
}

function onlyOnce(step: Step): Step {
  let done: Promise<unknown> | undefined;
  return () => (done ??= step());
}
