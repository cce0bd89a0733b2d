import { deflateRawSync, gzipSync } from 'node:zlib';
import { foreignFile } from './foreign-file.js';

/** A local entry of a ZIP archive, as programs begin one. */
function zipEntry(name: string, content: string, isPacked = true): Buffer {
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(isPacked ? 8 : 0, 8);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), isPacked ? deflateRawSync(content) : Buffer.from(content)]);
}

describe('a file that is no CSV', () => {
  it.each([
    [
      'an Excel workbook',
      Buffer.concat([zipEntry('[Content_Types].xml', '<Types/>'), zipEntry('xl/workbook.xml', '<workbook/>')]),
      /^This is an Excel workbook\. Open it in Excel, choose File > Save as > CSV UTF-8/,
    ],
    [
      'an old Excel workbook',
      Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      /^This is an Excel workbook, of an old version or with a password/,
    ],
    [
      'a spreadsheet of LibreOffice',
      zipEntry('mimetype', 'application/vnd.oasis.opendocument.spreadsheet', false),
      /LibreOffice .* Save as > Text CSV/,
    ],
    ['a spreadsheet of Numbers', zipEntry('Index/Document.iwa', 'x'), /Numbers, choose File > Export to > CSV/],
    ['a letter', Buffer.concat([zipEntry('[Content_Types].xml', '<Types/>'), zipEntry('word/document.xml', 'x')]), /^This is a document/],
    [
      'a ZIP archive',
      zipEntry('orders_export_1.csv', 'Name,Total'),
      /^This is a ZIP archive\. Unpack it, and choose the CSV file in it\.$/,
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3'), /^This is a PDF/],
    ['a screenshot', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /^This is a picture/],
    ['a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), /^This is a picture/],
    ['a photo of a phone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /^This is a picture/],
    ['another archive', Buffer.from('377abcaf271c0004', 'hex'), /^This is a packed file/],
    ['a file packed twice', gzipSync('a,b'), /^This is packed twice/],
    ['a web page', Buffer.from('\ufeff \n<!DOCTYPE html><title>Sign in</title>'), /^This is a web page/],
    ['a table that calls itself .xls', Buffer.from('<table><tr><td>Order</td></tr></table>'), /^This is a web page\. If Excel opens it/],
    ['XML', Buffer.from('<?xml version="1.0"?><orders/>'), /^This is an XML file/],
    ['JSON', Buffer.from('[\n  {"id": 1}]'), /^This is a JSON file/],
    ['anything else that is not text', Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 37) % 251)), /^This is no text/],
  ])('is named with what to do: %s', (_, bytes, sentence) => {
    expect(foreignFile(bytes)).toMatch(sentence);
  });

  it.each([
    ['a table', Buffer.from('Name,Total\n#1,5\n')],
    ['a table of Excel in Windows-1252', Buffer.from('Kunde;Straße\nM\u00fcller;\u00c4\n', 'latin1')],
    ['a table in UTF-16', Buffer.from('\ufeffName\tTotal\n', 'utf16le')],
    ['a table with a strange character', Buffer.from(`Name,Total\n${'#1,5\n'.repeat(99)}\x00`)],
    ['nothing', Buffer.alloc(0)],
    ['a word', Buffer.from('PK,BM,GIF\n')],
  ])('is not %s', (_, bytes) => {
    expect(foreignFile(bytes)).toBeNull();
  });
});
