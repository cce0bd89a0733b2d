/**
 * One signal out of a caller's own and a time limit. Not `AbortSignal.any`, which keeps hold of a signal that outlives many calls,
 * one more reference for each of them.
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

  /** To be called when what it limits has ended, however it did. */
  end(): void {
    clearTimeout(this.timer);
    this.callers?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.controller.abort(this.callers?.reason);
}
