/** Ends a command. The message is one clear sentence for the user and names the remedy. */
export class StoppedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoppedError';
  }
}
