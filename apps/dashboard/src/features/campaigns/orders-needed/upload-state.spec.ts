import { uploadStateOf } from './upload-state';

const sent = { contactedAt: '2026-11-01T09:00:00.000Z', windowDays: 14, end: '2026-10-31T20:00:00.000Z' };
const at = (day: string): number => Date.parse(`${day}T12:00:00.000Z`);

describe('uploadStateOf', () => {
  it('names the end of the time to come back, and says when it has passed', () => {
    expect(uploadStateOf({ ...sent, now: at('2026-11-02') })).toEqual({ until: '2026-11-15T09:00:00.000Z', isMissing: false });
    expect(uploadStateOf({ ...sent, now: at('2026-11-16') })).toEqual({ until: '2026-11-15T09:00:00.000Z', isMissing: true });
  });

  it('asks for nothing once the orders of that time are there', () => {
    const end = '2026-11-14T18:00:00.000Z';
    expect(uploadStateOf({ ...sent, end, now: at('2026-11-20') })).toEqual({ until: null, isMissing: false });
  });
});
