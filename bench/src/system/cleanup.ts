type Step = () => Promise<unknown>;

/** Undoes steps in reverse order, whether the run ends well, fails or is stopped. */
export class Cleanup {
  private steps: Step[] = [];
  private ending: Promise<void> | null = null;

  /** True once cleaning up has begun: later failures are expected. */
  get hasBegun(): boolean {
    return this.ending !== null;
  }

  /** @returns undoes it now and forgets it. What is added after the end has begun is undone at once. */
  add(step: Step): Step {
    const once = onlyOnce(step);
    if (this.hasBegun) void once();
    this.steps.push(once);
    return async () => {
      this.steps = this.steps.filter((other) => other !== once);
      await once();
    };
  }

  /** Undoes everything. A step that fails is told on stderr and keeps no other from running. */
  run(): Promise<void> {
    this.ending ??= this.undoAll();
    return this.ending;
  }

  private async undoAll(): Promise<void> {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      // One after the other: the apps need their servers until they have ended.
      await step().catch((error: unknown) => process.stderr.write(`Left behind: ${String(error)}\n`));
    }
  }
}

function onlyOnce(step: Step): Step {
  let done: Promise<unknown> | undefined;
  return () => (done ??= step());
}
