/** A key that secrets are sealed with at rest. The database keeps its name beside what it sealed, never the key. */
export interface SecretKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}
