import { endOfFiles } from './files-end';

describe('the end of the orders of a shop that uploads files', () => {
  it('is the last order of the newest one', () => {
    const uploads = ['2026-11-20T10:00:00.000Z', null, '2026-11-27T09:30:00.000Z'];
    expect(endOfFiles(uploads, '2026-11-27T09:30:00.000Z')).toBe('2026-11-27T09:30:00.000Z');
    expect(endOfFiles(uploads, null)).toBe('2026-11-27T09:30:00.000Z');
  });

  it('is not known without uploads, and where newer orders arrive by themselves', () => {
    expect(endOfFiles([], '2026-11-27T09:30:00.000Z')).toBeNull();
    expect(endOfFiles([null], null)).toBeNull();
    expect(endOfFiles(['2026-11-20T10:00:00.000Z'], '2026-11-27T09:30:00.000Z')).toBeNull();
  });
});
