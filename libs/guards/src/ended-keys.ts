/** Tells every api process which API keys have ended. A notice may be lost: then a process knows within the age limit of its cache. */
export abstract class EndedKeys {
  /** @param hashes SHA-256 of each key in base64 */
  abstract publish(hashes: readonly string[]): void;

  /** @param listener called with the hashes of each notice, also of those of this process */
  abstract onEnded(listener: (hashes: readonly string[]) => void): void;
}
