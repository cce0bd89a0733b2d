/** The encodings that a file may have. Where several fit equally, the first is proposed. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'windows-1251',
  'koi8-r',
  'iso-8859-5',
  'ibm866',
  'x-mac-cyrillic',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Encodings of Unicode. Bytes prove them, so the reader of a file does not choose them. */
export type UnicodeEncoding = Extract<TextEncoding, `utf-${string}`>;

/** Encodings of one script or one part of the world. Their bytes can be read in several ways. */
export type RegionalEncoding = Exclude<TextEncoding, UnicodeEncoding>;

/** The regional encodings, with the languages or systems that people know them by. */
export const REGIONAL_ENCODINGS: Readonly<Record<RegionalEncoding, string>> = {
  'windows-1252': 'Western Europe',
  'iso-8859-15': 'Western Europe, ISO',
  macintosh: 'Western Europe, old Mac',
  'windows-1250': 'Central Europe',
  'iso-8859-2': 'Central Europe, ISO',
  'windows-1254': 'Turkish',
  'windows-1257': 'Baltic',
  'windows-1251': 'Cyrillic',
  'koi8-r': 'Cyrillic, KOI8-R',
  'iso-8859-5': 'Cyrillic, ISO',
  ibm866: 'Cyrillic, DOS',
  'x-mac-cyrillic': 'Cyrillic, old Mac',
  'windows-1253': 'Greek',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-874': 'Thai',
  shift_jis: 'Japanese, Shift-JIS',
  'euc-jp': 'Japanese, EUC',
  'euc-kr': 'Korean',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
};

export const REGIONAL_NAMES = Object.keys(REGIONAL_ENCODINGS) as RegionalEncoding[];

/** The encodings that the owner of a file may choose. In UTF-8, bytes that are not UTF-8 are read as Windows-1252. */
export type ChosenEncoding = RegionalEncoding | 'utf-8';

export const CHOSEN_ENCODINGS: readonly ChosenEncoding[] = [...REGIONAL_NAMES, 'utf-8'];
