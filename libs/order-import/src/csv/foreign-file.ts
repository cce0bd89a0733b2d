/* oxlint-disable no-control-regex -- files other than text begin with control characters */
import { decodeHead } from './decode-text.js';

const AS_CSV = 'and choose that file here.';
const IN_IT = 'Unpack it, and choose the CSV file in it.';
const EXPORT = 'Export your orders as CSV instead.';

/** The first characters, in Latin-1, of files that people take for CSV, and what to do with such a file. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, advice: string])[] = [
  [
    /^PK\x03\x04[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/,
    `This is a spreadsheet of LibreOffice or OpenOffice. Open it there, choose File > Save as > Text CSV, ${AS_CSV}`,
  ],
  [
    /^PK\x03\x04[^]*Index\/[^]*\.iwa/,
    `This is a spreadsheet of Apple Numbers. Open it in Numbers, choose File > Export to > CSV, ${AS_CSV}`,
  ],
  [/^PK\x03\x04[^]*(?:word\/|ppt\/|mimetypeapplication\/)/, `This is a document, and no table. ${EXPORT}`],
  [
    /^PK\x03\x04[^]*(?:\[Content_Types\]\.xml|xl\/)/,
    `This is an Excel workbook. Open it in Excel, choose File > Save as > CSV UTF-8, ${AS_CSV}`,
  ],
  [/^PK\x03\x04/, `This is a ZIP archive. ${IN_IT}`],
  [
    /^(?:\xD0\xCF\x11\xE0|\x09\x08\x10\0)/,
    `This is an Excel workbook, of an old version or with a password. Open it in Excel, choose File > Save as > CSV UTF-8, ${AS_CSV}`,
  ],
  [/^%PDF/, `This is a PDF, which is made for reading and printing. ${EXPORT}`],
  [
    /^(?:\x89PNG|\xFF\xD8\xFF|GIF8|BM[^]{4}\0\0\0\0|II\*\0|MM\0\*|RIFF[^]{4}WEBP|\0\0\0[^]ftyp)/,
    `This is a picture or a film, and no table. ${EXPORT}`,
  ],
  [/^(?:Rar!|7z\xBC\xAF|\xFD7zXZ|BZh\d|\x28\xB5\x2F\xFD|\x1F\x9D|[^]{257}ustar)/, `This is a packed file. ${IN_IT}`],
  [/^\x1F\x8B/, 'This is packed twice. Unpack it once, and choose what comes out.'],
];

/** Beginnings of texts in other formats than CSV, each with advice. */
const TEXTS: readonly (readonly [beginning: RegExp, advice: string])[] = [
  [
    /^<(?:!doctype html|html|head|body|table|meta)\b/i,
    `This is a web page. If Excel opens it, choose File > Save as > CSV UTF-8 there, ${AS_CSV} If it is a page that asks you to sign in, download the export again in your browser.`,
  ],
  [/^<(?:\?xml|[a-z:]+[\s>])/i, `This is an XML file. ${EXPORT}`],
  [/^[[{]\s*["{[]/, `This is a JSON file. ${EXPORT}`],
];

const LOOKED_AT = 4096;

/**
 * Names the kind of a file that cannot be CSV, and says what to do; null when it may be CSV.
 *
 * @param start its first bytes; for a gzip file, the first unpacked bytes
 */
export function foreignFile(start: Uint8Array): string | null {
  // Decoders of Latin-1 are decoders of Windows-1252, which has other characters for some bytes.
  const latin = Array.from(start, (byte) => String.fromCharCode(byte)).join('');
  const text = decodeHead(start.subarray(0, LOOKED_AT)).replace(/^\uFEFF?\s*/, '');
  const known = BEGINNINGS.find(([beginning]) => beginning.test(latin)) ?? TEXTS.find(([beginning]) => beginning.test(text));
  if (known !== undefined) return known[1];
  const controls = text.match(/[\0-\x08\x0E-\x1F]/g)?.length ?? 0;
  return controls * 50 > text.length ? `This is no text that can be read. ${EXPORT}` : null;
}
