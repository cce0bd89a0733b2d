import { type DoubleByteEncoding, isDoubleByte, scoreOfPairs } from './double-bytes.js';
import type { RegionalEncoding } from './text-encodings.js';

type SingleByteEncoding = Exclude<RegionalEncoding, DoubleByteEncoding>;

/** The letters of a language that ASCII does not have: the usual ones, then the rarer ones. */
type Alphabet = readonly [usual: string, rare: string];

const GERMAN: Alphabet = ['äöüß', ''];
const WESTERN: readonly Alphabet[] = [
  GERMAN,
  ['éèàçê', 'âæëîïôœùûÿ'],
  ['áéíóúñ', 'ü'],
  ['ãáéçíóõêâ', 'àôúü'],
  ['èòàùì', 'éíî'],
  ['åäö', 'éü'],
  ['æøå', 'éö'],
  ['ëéï', 'èöüä'],
  ['áéíóðþöæ', 'úý'],
];
const CENTRAL: readonly Alphabet[] = [
  ['áíéěýčřšžů', 'ďňťúó'],
  ['áíéýčšžúľ', 'äďĺňóôŕť'],
  ['ąęłóśżćńź', ''],
  ['áéóöőü', 'íúű'],
  ['ăâîşţ', ''],
  ['čćšž', 'đ'],
  GERMAN,
];
const CYRILLIC: readonly Alphabet[] = [
  ['оеаинтсрвлкм', 'бгдёжзйпуфхцчшщъыьэюя'],
  ['оаиітнверсклм', 'бгґдєжзїйпуфхцчшщьюя'],
  ['аоиетнсрвдклј', 'бгђжзљмњпћуфхцчџш'],
];

/** Alphabets of the languages that an encoding is used for. */
const ALPHABETS: Readonly<Record<SingleByteEncoding, readonly Alphabet[]>> = {
  'windows-1252': WESTERN,
  'iso-8859-15': WESTERN,
  macintosh: WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  'windows-1254': [['ıüğşçöi̇', 'âîû']],
  'windows-1257': [
    ['ėšąžųįūęč', ''],
    ['āēīšņļūķžģč', ''],
    ['äõöü', 'šž'],
  ],
  'windows-1251': CYRILLIC,
  'koi8-r': CYRILLIC.slice(0, 1),
  'iso-8859-5': CYRILLIC,
  ibm866: CYRILLIC.slice(0, 1),
  'x-mac-cyrillic': CYRILLIC,
  'windows-1253': [['αοιετσνηυρπκλςάίόέ', 'βγδζήθμξύφχψωώϊϋΐΰ']],
  'windows-1255': [['יוהלאמרבשתנםכ', 'גדזחטךןסעףפץצק']],
  'windows-1256': [['اليمنرتدبوعةس', 'ءآأؤإئثجحخذزشصضطظغفقكهىپچژگ']],
  'windows-874': [['านรกอิมเ่ยลวดทส้ั์ี', 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณตถธบปผฝพฟภฤษหฬฮะำึืฺุูแโใไๅๆ็๊๋']],
};

const USUAL = 1;
const RARE = 0.8;
/** Signs such as € say little about an encoding. */
const SIGN = 0.8;
/** A consonant between consonants, or a vowel between vowels. */
const CONTROL = -2;
const UNUSUAL_PLACE = 0.6;
/** A word that begins with a small letter, in a script that has both: files of orders are mostly full of names. */
const SMALL_WORD = 0.9;
/** Every word may be of another language, but a shop has mostly one. */
const MIXED = 0.9;
/** Words of Latin letters have more of them from ASCII than others: Czech has the fewest. */
const LATIN_OTHERS = 3 / 4;

const SIGNS = new Set('€£¥°§–—…«»„“”‚‘’•·®™©¡¿²ªº№×\u00A0');
const isAsciiLetter = (char: string): boolean => /[a-z]/i.test(char);
const isLetter = (char: string): boolean => /\p{L}|\p{M}/u.test(char);
const isLatin = (char: string): boolean => /\p{Script=Latin}/u.test(char);

/** Says how well words fit an encoding, 0 to 1. @param words bytes as Latin-1 */
export function scoreOf(encoding: RegionalEncoding, words: readonly string[]): number {
  if (isDoubleByte(encoding)) return scoreOfPairs(encoding, words);
  const alphabets = ALPHABETS[encoding];
  const decoded = words.map((word) => textOfWord(encoding, word));
  const scores = alphabets.map((alphabet) => decoded.map((word) => scoreOfWord(word, alphabet)));
  const total = decoded.map((word) => foreignCharsOf(word).length);
  const all = total.reduce((sum, count) => sum + count, 0);
  const ofLanguage = Math.max(...scores.map((ofWords) => ofWords.reduce((sum, score) => sum + score, 0)));
  const ofWords = words.reduce((sum, _, at) => sum + Math.max(...scores.map((one) => one[at] ?? 0)), 0);
  return Math.max(ofLanguage, MIXED * ofWords) / Math.max(1, all);
}

/** Decodes a word of bytes, given as Latin-1. */
export function textOfWord(encoding: RegionalEncoding, word: string): string {
  // Without `stream`, Node.js 20 reads Windows-1252 as Latin-1 (nodejs/node issue 56542).
  return new TextDecoder(encoding).decode(bytesOf(word), { stream: true });
}

export const bytesOf = (word: string): Uint8Array => Uint8Array.from(word, (char) => char.charCodeAt(0));

const foreignCharsOf = (word: string): string[] => Array.from(word).filter((char) => char > '\u007F');

/** Adds up how well the characters of a word fit that are not of ASCII. */
function scoreOfWord(word: string, [usual, rare]: Alphabet): number {
  const chars = Array.from(word);
  const letters = chars.filter(isLetter);
  const others = letters.filter((char) => char > '\u007F');
  const isOverLatin = letters.length > 2 && others.length > letters.length * LATIN_OTHERS;
  const isSmall = letters[0] !== undefined && isLower(letters[0]);
  let score = 0;
  for (const [at, char] of chars.entries()) {
    if (char <= '\u007F') continue;
    const [before = ' ', after = ' '] = [chars[at - 1], chars[at + 1]];
    if (!isLetter(char)) {
      score += scoreOfSign(char, isLetter(before), isLetter(after));
      continue;
    }
    if (isUpper(char) && isLetter(before) && (!isUpper(before) || isLower(after))) continue;
    if (char === 'ñ' && soundOf(after) !== 'vowel') continue;
    if (isLatin(char) ? isOverLatin : isAsciiLetter(before) || isAsciiLetter(after)) continue;
    const lower = char.toLowerCase();
    const fit = usual.includes(lower) ? USUAL : rare.includes(lower) ? RARE : 0;
    score += fit * (isLatin(char) ? placeOf(char, before, after) : isSmall ? SMALL_WORD : 1);
  }
  return score;
}

/** A currency does not touch letters, and control characters are in no table. */
function scoreOfSign(char: string, isAfterLetter: boolean, isBeforeLetter: boolean): number {
  if (char < '\u00A0') return CONTROL;
  const isApart = char === '’' || (/\p{Sc}/u.test(char) ? !isAfterLetter && !isBeforeLetter : !(isAfterLetter && isBeforeLetter));
  return SIGNS.has(char) && isApart ? SIGN : 0;
}

const placeOf = (char: string, before: string, after: string): number =>
  soundOf(before) === soundOf(char) && soundOf(after) === soundOf(char) ? UNUSUAL_PLACE : 1;

const isLower = (char: string): boolean => char !== char.toUpperCase();
const isUpper = (char: string): boolean => char !== char.toLowerCase();

function soundOf(char: string): 'vowel' | 'consonant' | null {
  if (!isLetter(char)) return null;
  const [base = ''] = char.toLowerCase().normalize('NFD');
  if (base === 'y') return null;
  return 'aeiouæøœı'.includes(base) ? 'vowel' : 'consonant';
}
