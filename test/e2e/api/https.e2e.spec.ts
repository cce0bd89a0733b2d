import request from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';

describe('plain HTTP in production', () => {
  let system: ChurnSystem;
  let api: ServiceProcess | null = null;

  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterEach(() => api?.stop());
  afterAll(() => system.stop());

  const start = async (trustProxy: string): Promise<string> => {
    api = await system.startAnother('api', { NODE_ENV: 'production', TRUST_PROXY: trustProxy, PASSWORD_HASH_COST: '10' });
    return api.url;
  };
  const get = (url: string, path: string, headers: Record<string, string> = {}): request.Test => request(url).get(path).set(headers);

  it('is refused with a reason behind a proxy, and HSTS is sent over HTTPS', async () => {
    const url = await start('1');
    const refused = await get(url, '/plans', { 'X-Forwarded-Proto': 'http' }).expect(403);
    expect(refused.body).toMatchObject({ error: 'forbidden', message: expect.stringContaining('https'), request_id: expect.any(String) });
    const served = await get(url, '/plans', { 'X-Forwarded-Proto': 'https' }).expect(200);
    expect(served.headers['strict-transport-security']).toBe('max-age=31536000');
    await get(url, '/health', { 'X-Forwarded-Proto': 'http' }).expect(200);
    // A proxy on the same machine that does not forward the protocol.
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])
      await get(url, '/plans', { [header]: '192.0.2.1' }).expect(403);
    // One that adds no header looks like a caller on the machine itself.
    await get(url, '/plans').expect(403);
    await get(url, '/health/ready').expect(200);
  });

  it('is refused behind a proxy whose address is named, also without a header', async () => {
    const url = await start('127.0.0.1, ::1');
    expect((await get(url, '/plans')).status).toBe(403);
    expect((await get(url, '/plans', { 'X-Forwarded-Proto': 'https' })).status).toBe(200);
  });

  it('is served to callers on the machine itself where no proxy is in front', async () => {
    const url = await start('0');
    expect((await get(url, '/plans')).status).toBe(200);
    for (const header of ['X-Forwarded-For', 'X-Forwarded-Proto'])
      expect((await get(url, '/plans', { [header]: 'https' })).status).toBe(403);
  });
});
