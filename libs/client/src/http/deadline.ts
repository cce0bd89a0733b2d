/**
 * Combines the caller's signal and a time limit into one signal. Does not use `AbortSignal.any`, because it adds a reference to a
 * long-lived signal for each call and never removes it.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: ReturnType<typeof setTimeout>;
  isOver = false;

  constructor(
    ms: number,
    private readonly callers: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.controller.abort();
    }, ms);
    callers?.addEventListener('abort', this.abort);
    if (callers?.aborted === true) this.abort();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Call this when the limited work has ended, with success or failure. */
  end(): void {
    clearTimeout(this.timer);
    this.callers?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.controller.abort(this.callers?.reason);
}
