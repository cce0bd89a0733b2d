import type { RegionalEncoding } from './text-encodings.js';

/** Encodings in which most characters have two bytes. */
export type DoubleByteEncoding = Extract<RegionalEncoding, 'shift_jis' | 'euc-jp' | 'euc-kr' | 'gb18030' | 'big5'>;

type Range = readonly [from: number, to: number];

interface Pairs {
  readonly lead: readonly Range[];
  readonly trail: readonly Range[];
  /** First bytes of the characters that names and words are made of. */
  readonly usual: readonly Range[];
  /** First bytes of rarer characters. */
  readonly rare: readonly Range[];
  /** Characters of one byte. */
  readonly single?: Range;
}

const HIGH: readonly Range[] = [[0xa1, 0xfe]];

const PAIRS: Readonly<Record<DoubleByteEncoding, Pairs>> = {
  shift_jis: {
    lead: [
      [0x81, 0x9f],
      [0xe0, 0xfc],
    ],
    trail: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
    usual: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
    rare: [
      [0x98, 0x9f],
      [0xe0, 0xea],
    ],
    single: [0xa1, 0xdf],
  },
  'euc-jp': {
    lead: HIGH,
    trail: HIGH,
    usual: [
      [0xa1, 0xa5],
      [0xb0, 0xcf],
    ],
    rare: [[0xd0, 0xf4]],
  },
  'euc-kr': { lead: [[0x81, 0xfe]], trail: HIGH, usual: [[0xb0, 0xc8]], rare: [[0xca, 0xfd]] },
  gb18030: { lead: [[0x81, 0xfe]], trail: HIGH, usual: [[0xb0, 0xd7]], rare: [[0xd8, 0xf7]] },
  big5: {
    lead: [[0x81, 0xfe]],
    trail: [[0x40, 0x7e], ...HIGH],
    usual: [[0xa4, 0xc6]],
    rare: [[0xc9, 0xf9]],
  },
};

/** Chinese and Japanese share their commonest bytes with Korean, whose syllables fill only a part of them. */
const WEIGHTS: Readonly<Record<DoubleByteEncoding, number>> = { shift_jis: 1, 'euc-kr': 1, gb18030: 0.9, big5: 0.9, 'euc-jp': 0.85 };

const RARE = 0.4;
const SINGLE = 0.7;

export const isDoubleByte = (encoding: RegionalEncoding): encoding is DoubleByteEncoding => encoding in PAIRS;

const isIn = (ranges: readonly Range[], byte: number): boolean => ranges.some(([from, to]) => byte >= from && byte <= to);

/** Says how well words fit, 0 to 1. @param words bytes as Latin-1 */
export function scoreOfPairs(encoding: DoubleByteEncoding, words: readonly string[]): number {
  let [score, chars] = [0, 0];
  for (const word of words) {
    const found = scoreOfBytes(PAIRS[encoding], word);
    score += found.score;
    chars += found.chars;
  }
  return (WEIGHTS[encoding] * score) / Math.max(1, chars);
}

function scoreOfBytes({ lead, trail, usual, rare, single }: Pairs, word: string): { readonly score: number; readonly chars: number } {
  let [score, chars, isAfterLatin] = [0, 0, false];
  for (let at = 0; at < word.length; at += 1) {
    const [byte, next] = [word.charCodeAt(at), word.charCodeAt(at + 1)];
    if (byte < 0x80) {
      isAfterLatin = /[A-Za-z]/.test(word.charAt(at));
      continue;
    }
    chars += 1;
    if (isIn(lead, byte) && isIn(trail, next)) {
      at += 1;
      if (!isAfterLatin) score += isIn(usual, byte) ? 1 : isIn(rare, byte) ? RARE : 0;
    } else if (single !== undefined && isIn([single], byte)) {
      if (!isAfterLatin) score += SINGLE;
    }
    isAfterLatin = false;
  }
  return { score, chars };
}
