/** A key that encrypts secrets at rest. The database stores its name with each secret, never the key. */
export interface SecretKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}
