import { decodeHead, joined, unicodeOf } from './decode-text.js';
import { type ChosenEncoding, REGIONAL_NAMES, type RegionalEncoding, type TextEncoding, type UnicodeEncoding } from './text-encodings.js';
import { CUT, sequenceAt } from './utf8-sequences.js';
import { bytesOf, scoreOf, textOfWord } from './word-scores.js';

/** Words of a file as an encoding reads them. */
export interface EncodingReading {
  readonly encoding: ChosenEncoding;
  readonly words: readonly string[];
}

/** The encoding of a file, by its bytes. */
export interface FoundEncoding {
  readonly name: TextEncoding;
  /** Some words with bytes that are not UTF-8, as they are read. Empty: the file is Unicode. */
  readonly words: readonly string[];
  /** The likeliest readings when several are likely, the first one first. Empty: the encoding is certain enough, or chosen. */
  readonly readings: readonly EncodingReading[];
}

/** The encoding of text that was never bytes. */
export const UTF_8: FoundEncoding = { name: 'utf-8', words: [], readings: [] };

/** The knowledge about the encoding of a file before it is opened: the result of an earlier look, the answer of its owner, or none. */
export type KnownEncoding = FoundEncoding | ChosenEncoding | null;

/** Finds the encoding of a file unless it was found before. */
export async function encodingOf(known: KnownEncoding, chunks: () => AsyncIterable<Uint8Array>): Promise<FoundEncoding> {
  if (known !== null && typeof known === 'object') return known;
  const detector = new EncodingDetector();
  for await (const chunk of chunks()) if (!detector.add(chunk)) break;
  return detector.found(known);
}

/** Distinct words with bytes that are not UTF-8. More of them do not change the answer. */
const WORDS = 400;
/** Bytes of a word on each side of such a byte. */
const WORD_REACH = 40;
const SHOWN_WORDS = 4;
const SHOWN_READINGS = 5;
/** A score lower than the best one by this part is likely, too, for one word. The noise falls with the root of the number of words. */
const NOISE = 0.3;
const LEAST_NOISE = 0.03;
/** A reading with a lower score is a guess. */
const SURE = 0.6;
/** One kind of bytes this many times as frequent as the other decides between UTF-8 and older encodings. */
const CLEARLY = 4;
/** Separators, digits and signs are below. Second bytes of a character in East Asian encodings are not. */
const WORD_BYTE = 0x40;

/** Looks at all bytes of a file and finds its encoding. Files without bytes above ASCII are UTF-8. */
class EncodingDetector {
  private unicode: UnicodeEncoding | null = null;
  private sequences = 0;
  private strays = 0;
  private readonly words = new Set<string>();
  private rest: Uint8Array = new Uint8Array();

  /** @returns false when no further bytes are needed */
  add(chunk: Uint8Array): boolean {
    this.unicode ??= unicodeOf(chunk);
    if (this.unicode !== 'utf-8') return false;
    const bytes = this.rest.length === 0 ? chunk : joined(this.rest, chunk);
    const end = wordsEnd(bytes);
    this.look(bytes.subarray(0, end));
    this.rest = bytes.slice(end);
    return true;
  }

  /** @param chosen the answer of the owner; it counts for files that are not Unicode */
  found(chosen: ChosenEncoding | null): FoundEncoding {
    this.look(this.rest);
    this.rest = new Uint8Array();
    if (this.strays === 0) return { name: this.unicode ?? 'utf-8', words: [], readings: [] };
    const words = [...this.words];
    const likely = chosen === null ? this.likely(words) : [chosen];
    const name = likely[0] ?? 'windows-1252';
    return { name, words: shownWords(name, words), readings: likely.length > 1 ? readingsOf(likely, words) : [] };
  }

  private likely(words: readonly string[]): ChosenEncoding[] {
    const { sequences, strays } = this;
    if (sequences > strays * CLEARLY) return ['utf-8'];
    const regional = likelyReadings(words);
    if (strays > sequences * CLEARLY) return regional;
    return sequences >= strays ? ['utf-8', ...regional] : [...regional, 'utf-8'];
  }

  private look(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if ((bytes[at] as number) < 0x80) {
        at += 1;
        continue;
      }
      const length = sequenceAt(bytes, at);
      if (length > 1) this.sequences += 1;
      else {
        this.strays += 1;
        if (this.words.size < WORDS) this.words.add(wordAt(bytes, at));
      }
      at += length === CUT ? 1 : Math.max(1, length);
    }
  }
}

/** Returns where the last separator of a chunk is: words go on in the next one. */
function wordsEnd(bytes: Uint8Array): number {
  for (let at = bytes.length; at > Math.max(0, bytes.length - 4 * WORD_REACH); at -= 1)
    if ((bytes[at - 1] as number) < WORD_BYTE) return at;
  return bytes.length;
}

function wordAt(bytes: Uint8Array, at: number): string {
  let [from, to] = [at, at + 1];
  while (from > 0 && at - from < WORD_REACH && (bytes[from - 1] as number) >= WORD_BYTE) from -= 1;
  while (to < bytes.length && to - at < WORD_REACH && (bytes[to] as number) >= WORD_BYTE) to += 1;
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Returns the encodings that fit the words, the best one first. Encodings that read them as the same text count once. */
function likelyReadings(words: readonly string[]): RegionalEncoding[] {
  const scored = REGIONAL_NAMES.map((encoding) => ({ encoding, score: scoreOf(encoding, words) }));
  const ranked = scored.toSorted((one, other) => other.score - one.score);
  const best = ranked[0]?.score ?? 0;
  const near = 1 - Math.max(LEAST_NOISE, NOISE / Math.sqrt(Math.max(1, words.length)));
  const texts = new Set<string>();
  const likely: RegionalEncoding[] = [];
  for (const { encoding, score } of ranked) {
    if (best >= SURE && score < best * near) continue;
    const text = words.map((word) => textOfWord(encoding, word)).join('\n');
    if (!texts.has(text)) likely.push(encoding);
    texts.add(text);
  }
  return likely.slice(0, SHOWN_READINGS);
}

/** In UTF-8, bytes that are not UTF-8 are read as Windows-1252. */
const readWord = (encoding: ChosenEncoding, word: string): string =>
  encoding === 'utf-8' ? decodeHead(bytesOf(word), 'utf-8') : textOfWord(encoding, word);

const shownWords = (encoding: ChosenEncoding, words: readonly string[]): string[] =>
  words.slice(0, SHOWN_WORDS).map((word) => readWord(encoding, word));

/** Shows words that the likely encodings read differently. */
function readingsOf(encodings: readonly ChosenEncoding[], words: readonly string[]): EncodingReading[] {
  const differing = words.filter((word) => new Set(encodings.map((encoding) => readWord(encoding, word))).size > 1);
  return encodings.map((encoding) => ({ encoding, words: shownWords(encoding, differing) }));
}
