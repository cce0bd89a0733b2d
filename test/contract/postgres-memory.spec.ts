import { sharedBuffers } from '../../tools/servers/postgres-memory.mjs';

const GB = 1024 ** 3;

describe('the Postgres of npm start', () => {
  it('keeps an eighth of the memory for its buffers, from 128 MB to 2 GB', () => {
    expect([0.5, 1, 4, 16, 64].map((memory) => sharedBuffers(memory * GB))).toEqual(['128MB', '128MB', '512MB', '2048MB', '2048MB']);
  });

  it('takes the memory of the machine without an argument', () => {
    expect(sharedBuffers()).toMatch(/^\d+MB$/);
  });
});
