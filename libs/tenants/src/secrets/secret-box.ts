import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type SecretKey, unavailable } from '#libs/core';

const ALGORITHM = 'aes-256-gcm';
/** A random nonce of 96 bits may be drawn 2^32 times for one key (NIST SP 800-38D, section 8.3): far more secrets than there will be. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret as it stands in the database. */
export interface SealedSecret {
  /** Which of the keys opens it. */
  readonly keyId: string;
  /** Nonce, encrypted UTF-8 text, tag. */
  readonly ciphertext: Buffer;
}

/**
 * Encrypts secrets that we have to know in clear again, with AES-256-GCM. The first key seals, all of them open. Each secret is
 * bound to its place: write access to the database is not enough to move one tenant's secret to another.
 */
export class SecretBox {
  private readonly newest: SecretKey;

  /** @param keys at least one. */
  constructor(private readonly keys: readonly SecretKey[]) {
    const [newest] = keys;
    if (newest === undefined) throw new Error('there is no key to seal secrets with');
    this.newest = newest;
  }

  /** Which key seals. */
  get newestKeyId(): string {
    return this.newest.id;
  }

  /** @param place table, tenant and row that the secret will stand in; the same is needed to open it. */
  seal(secret: string, place: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.newest.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
    const ciphertext = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { keyId: this.newest.id, ciphertext };
  }

  /**
   * @throws AppError `service_unavailable` when its key is not here, or it was not sealed for this place by this key. That is a
   * fault of the installation or of the stored bytes, never of who asks.
   */
  open({ keyId, ciphertext }: SealedSecret, place: string): string {
    const found = this.keys.find(({ id }) => id === keyId);
    if (found === undefined) throw cannotOpen(new Error(`SECRETS_KEY has no key "${keyId}", which a secret in ${place} is sealed with`));
    const nonce = ciphertext.subarray(0, NONCE_BYTES);
    const end = Math.max(NONCE_BYTES, ciphertext.length - TAG_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, found.key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      decipher.setAuthTag(ciphertext.subarray(end));
      return decipher.update(ciphertext.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
    } catch (error) {
      throw cannotOpen(new Error(`the secret in ${place} was not sealed there with key "${keyId}"`, { cause: error }));
    }
  }
}

const cannotOpen = (cause: Error): Error => Object.assign(unavailable('a stored secret'), { cause });
