import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';

/** The time after which a connection without a byte ends, twice: the system may take a few at first. */
const MOST_MS = 65_000;
/** Parts of a megabyte: more than the system takes for a connection. */
const PARTS = 32;

describe('A caller that does not read', () => {
  let system: ChurnSystem;
  let ada: Merchant;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    system = await ChurnSystem.start({ RATE_LIMIT_PER_ADDRESS: '1000' });
    ada = await merchantOf(system);
  }, 60_000);
  afterAll(() => system.stop());
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** Sends a request, and reads nothing. */
  const ask = (path: string, headers: string): Socket => {
    const socket = connect(system.api.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    return socket.pause();
  };
  const bytesOf = async (socket: Socket): Promise<number> => {
    socket.resume();
    for (let before = -1; before < socket.bytesRead; await sleep(1000)) before = socket.bytesRead;
    return socket.bytesRead;
  };

  it('has two downloads at once, and loses them in the end', async () => {
    const { owner, shop } = ada;
    const { body } = await owner.post('/tenant/export', { password: owner.password }).expect(202);
    await endOf(shop, body.job_id);
    const [id, job] = [owner.tenantId, body.job_id];
    await system.owner.query('DELETE FROM tenant_export_parts WHERE tenant_id = $1', [id]);
    await system.owner.query(
      `INSERT INTO tenant_export_parts (tenant_id, job_id, part, content) SELECT $1, $2, part, convert_to(repeat('x', 1048576), 'UTF8') FROM generate_series(0, $3::int - 1) part`,
      [id, job, PARTS],
    );
    await system.owner.query('UPDATE tenant_exports SET parts = $2, bytes = $2 * 1048576 WHERE tenant_id = $1', [id, PARTS]);
    const token = `Authorization: Bearer ${owner.token}\r\n`;
    for (let i = 0; i < 2; i += 1) ask('/tenant/export/file', token);
    await sleep(1000);
    const refused = await owner.get('/tenant/export/file').expect(503);
    expect(refused.body.error).toBe('service_unavailable');
    await sleep(MOST_MS);
    expect(await bytesOf(ask('/tenant/export/file', token))).toBeGreaterThan(PARTS * 2 ** 20);
  }, 120_000);
});
