import { cursorText } from './cursor-text.js';

describe('the text of a cursor', () => {
  const cursor = Buffer.from('seal 😀 and a key').toString('base64url');

  it('is what was packed', () => {
    expect(cursorText(cursor)).toBe('seal 😀 and a key');
  });

  it.each([` ${cursor}`, `${cursor}!!`, `${cursor}=`, `${cursor}\n`, cursor.slice(0, -1) + '!'])('is empty for %j', (other) => {
    expect(cursorText(other)).toBe('');
  });
});
