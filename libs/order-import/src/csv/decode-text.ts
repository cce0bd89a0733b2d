import type { TextEncoding, UnicodeEncoding } from './text-encodings.js';
import { CUT, sequenceAt } from './utf8-sequences.js';

/** Decodes a file chunk by chunk. */
export interface FileDecoder {
  decode(chunk: Uint8Array): string;
  /** Returns the rest of the text at the end of the file. */
  end(): string;
}

/**
 * Decodes a file of an encoding. In a file in UTF-8, each byte that is not UTF-8 is decoded as Windows-1252, wherever it stands: read as
 * UTF-8, Müller and Möller would be one customer. So the same bytes are the same text at every place of a file, and the rest of a damaged
 * file stays right.
 */
export const decoderFor = (encoding: TextEncoding): FileDecoder => (encoding === 'utf-8' ? new Utf8Decoder() : new PlainDecoder(encoding));

/** Returns the text of a file's first bytes. */
export const decodeHead = (firstBytes: Uint8Array, encoding: TextEncoding = unicodeOf(firstBytes)): string =>
  decoderFor(encoding).decode(firstBytes);

/** Tells UTF-16 by the first bytes of a file; everything else may be UTF-8. */
export function unicodeOf(bytes: Uint8Array): UnicodeEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [evenZeros, oddZeros] = zerosIn(bytes);
  // Without a byte order mark: nearly every second byte of a table in UTF-16 is zero.
  if (oddZeros * 4 > bytes.length && evenZeros * 8 < oddZeros) return 'utf-16le';
  if (evenZeros * 4 > bytes.length && oddZeros * 8 < evenZeros) return 'utf-16be';
  return 'utf-8';
}

function zerosIn(bytes: Uint8Array): readonly [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[(at % 2) as 0 | 1] += 1;
  return zeros;
}

class PlainDecoder implements FileDecoder {
  private readonly decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding: TextEncoding) {
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  decode(chunk: Uint8Array): string {
    return this.decoder.decode(chunk, { stream: true });
  }

  end(): string {
    return this.decoder.decode();
  }
}

/** UTF-8 in which stray bytes are Windows-1252. Keeps at most three bytes between two chunks. */
class Utf8Decoder implements FileDecoder {
  private readonly strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly western = new TextDecoder('windows-1252');
  private cut: Uint8Array = new Uint8Array();

  decode(chunk: Uint8Array): string {
    const bytes = this.cut.length === 0 ? chunk : joined(this.cut, chunk);
    const end = wholeEnd(bytes);
    this.cut = bytes.slice(end);
    return this.textOf(bytes.subarray(0, end));
  }

  end(): string {
    const left = this.cut;
    this.cut = new Uint8Array();
    return this.textOf(left);
  }

  private textOf(bytes: Uint8Array): string {
    try {
      return this.strict.decode(bytes);
    } catch {
      return this.textAroundStrays(bytes);
    }
  }

  private westernAt(bytes: Uint8Array, at: number): string {
    // Without `stream`, Node.js 20 reads Windows-1252 as Latin-1, which has no "€" (nodejs/node issue 56542).
    return this.western.decode(bytes.subarray(at, at + 1), { stream: true });
  }

  private textAroundStrays(bytes: Uint8Array): string {
    let [text, from] = ['', 0];
    for (let at = 0; at < bytes.length;) {
      const length = sequenceAt(bytes, at);
      if (length <= 0) {
        text += this.strict.decode(bytes.subarray(from, at)) + this.westernAt(bytes, at);
        from = at + 1;
      }
      at += Math.max(1, length);
    }
    return text + this.strict.decode(bytes.subarray(from));
  }
}

/** Returns where the last whole character ends. */
function wholeEnd(bytes: Uint8Array): number {
  for (let at = Math.max(0, bytes.length - 3); at < bytes.length; at += 1) if (sequenceAt(bytes, at) === CUT) return at;
  return bytes.length;
}

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
