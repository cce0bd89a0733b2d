import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endWithUs } from '../../../tools/processes/end-with-us.mjs';
import { freePort } from '../servers/service-process.js';
import { eventually } from '../waiting/eventually.js';
import type { StorageBackend } from './storage-backend.js';

const run = promisify(execFile);
const LAYERS = ['object', 'container', 'account'] as const;
const BINARIES = '/usr/bin';
const REGION = 'eu-test-1';

/** Returns whether OpenStack Swift is installed here: the packages swift-proxy, -account, -container and -object of Debian. */
export const isSwiftInstalled = (): boolean =>
  ['swift-ring-builder', 'swift-proxy-server', ...LAYERS.map((layer) => `swift-${layer}-server`)].every((name) =>
    existsSync(path.join(BINARIES, name)),
  ) && existsSync('/etc/swift/swift.conf');

/** Starts OpenStack Swift with its S3 API on one folder of this machine: four processes. It checks signatures, regions and clocks. */
export async function startSwift(): Promise<StorageBackend> {
  const folder = await mkdtemp(path.join(tmpdir(), 'swift-'));
  await mkdir(path.join(folder, 'devices/d1'), { recursive: true });
  const secretAccessKey = randomUUID().replaceAll('-', '');
  const ports = { proxy: await freePort(), object: await freePort(), container: await freePort(), account: await freePort() };
  for (const layer of LAYERS) {
    const builder = path.join(folder, `${layer}.builder`);
    await run('swift-ring-builder', [builder, 'create', '4', '1', '1']);
    await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${ports[layer]}/d1`, '1']);
    await run('swift-ring-builder', [builder, 'rebalance']);
    await writeFile(path.join(folder, `${layer}.conf`), layerConf(layer, ports[layer], folder));
  }
  await writeFile(path.join(folder, 'proxy.conf'), proxyConf(ports.proxy, folder, secretAccessKey));
  const children = [...LAYERS, 'proxy'].map((layer) => {
    const child = spawn(`swift-${layer}-server`, [path.join(folder, `${layer}.conf`)], { stdio: 'ignore' });
    endWithUs(child);
    return child;
  });
  for (const port of Object.values(ports)) await eventually(`port ${port} of Swift`, () => listens(port), 60_000);
  return { region: REGION, accessKeyId: 'shop:writer', secretAccessKey, target: ports.proxy, stop: () => stop(children, folder) };
}

async function stop(children: readonly ChildProcess[], folder: string): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
  await rm(folder, { recursive: true, force: true });
}

const listens = (port: number): Promise<true | null> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(null));
  });

const common = (port: number, folder: string): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = ${userInfo().username}
workers = 0
log_level = ERROR
`;

const layerConf = (layer: string, port: number, folder: string): string => `${common(port, folder)}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
recon_cache_path = ${folder}
[pipeline:main]
pipeline = ${layer}-server
[app:${layer}-server]
use = egg:swift#${layer}
`;

// No memcached listens there: without one nothing is cached.
const proxyConf = (port: number, folder: string, secret: string): string => `${common(port, folder)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_shop_writer = ${secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
`;
