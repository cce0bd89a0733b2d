import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { searchDocs } from './search-docs.js';

describe('the search in the documentation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'churn-docs-'));
    mkdirSync(path.join(folder, 'assets'));
    const entries = [
      ['Webhooks', 'Verify the signature', '/docs/webhooks#verify-the-signature', 'Use the bytes of the body.'],
      ['Scoring', 'Labels', '/docs/scoring#labels', `A label stands for a range. ${'x '.repeat(2000)}`],
    ];
    writeFileSync(path.join(folder, 'assets/search.json'), JSON.stringify(entries));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('finds sections by words and their beginnings, with links and short texts', () => {
    const search = searchDocs(folder, 'https://churn.example.com');
    expect(search('verify signat')).toEqual([
      {
        page: 'Webhooks',
        section: 'Verify the signature',
        url: 'https://churn.example.com/docs/webhooks#verify-the-signature',
        text: 'Use the bytes of the body.',
      },
    ]);
    expect(search('labels')[0]?.text).toHaveLength(2000);
  });

  it('takes short words as they are, and at most eight words: each beginning would be compared with all words', () => {
    const search = searchDocs(folder, 'https://churn.example.com');
    expect(search('ver lab')).toEqual([]);
    expect(search('a b c d e f g h signature').map(({ section }) => section)).not.toContain('Verify the signature');
  });

  it('finds nothing where the documentation has not been built', () => {
    expect(searchDocs(path.join(folder, 'none'), 'https://churn.example.com')('labels')).toEqual([]);
  });
});
