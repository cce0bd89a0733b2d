/** A tool cannot go on. The message is one clear sentence for the person at the terminal, with the remedy in it. */
export class StoppedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoppedError';
  }
}
