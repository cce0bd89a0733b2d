import { setTimeout as sleep } from 'node:timers/promises';

// npm forwards Ctrl-C although the terminal has sent it already, so two signals within this time count as one.
const SAME_SIGNAL_MS = 700;
const STEP_PATIENCE_MS = 3000;

/**
 * Ends everything that was started, in reverse order and only once: on a signal, after a failure, or when an app dies.
 */
export class Teardown {
  #parts = [];
  #step = Promise.resolve();
  #ending = null;
  #wishedAt = 0;

  /** @param {(line: string) => void} say */
  constructor(say) {
    this.say = say;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => this.#onSignal());
  }

  /** @returns {boolean} true once the teardown has begun; failures after that are expected */
  get hasBegun() {
    return this.#ending !== null;
  }

  /**
   * @param {{stop: () => Promise<void>, kill: () => void}} part `stop` ends it in order, `kill` at once
   * @returns {() => void} removes the part again; call it when the part has ended by itself
   */
  add(part) {
    this.#parts.push(part);
    return () => (this.#parts = this.#parts.filter((other) => other !== part));
  }

  /**
   * Runs a step of the start. A teardown that begins during the step waits for it, so that it also ends what the step starts.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  during(work) {
    if (this.hasBegun) return new Promise(() => {});
    const running = work();
    this.#step = running.catch(() => {});
    return running;
  }

  /**
   * @param {number} exitCode
   * @returns {Promise<never>}
   */
  end(exitCode) {
    this.#ending ??= this.#endAll().then(() => process.exit(exitCode));
    return this.#ending;
  }

  async #endAll() {
    await this.#stopParts();
    await Promise.race([this.#step, sleep(STEP_PATIENCE_MS)]);
    await this.#stopParts();
  }

  async #stopParts() {
    while (this.#parts.length > 0) {
      // One after the other, because the apps need their servers until they have finished.
      const part = this.#parts.at(-1);
      await part.stop();
      this.#parts = this.#parts.filter((other) => other !== part);
    }
  }

  #onSignal() {
    const sinceLast = performance.now() - this.#wishedAt;
    this.#wishedAt = performance.now();
    if (!this.hasBegun) {
      this.say('Stopping …');
      void this.end(0);
    } else if (sinceLast > SAME_SIGNAL_MS) {
      this.say('Killed at once; the next start recovers.');
      for (const part of this.#parts) part.kill();
      process.exit(130);
    }
  }
}
