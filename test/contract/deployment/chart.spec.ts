import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Ajv } from 'ajv';
import { getMetadataStorage } from 'class-validator';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { QUEUES } from '#libs/queues';
import { Environment } from '../../../libs/config/src/environment.js';
import { renderChart, type Values, valuesWith } from '../../support/chart/render-chart.js';
import { parseTemplate } from '../../support/chart/template-parser.js';

const ROOT = path.resolve(__dirname, '../../..');
const CHART = process.env['CHART_FOLDER'] ?? path.join(ROOT, 'docker/chart');
const read = (file: string): string => readFileSync(path.join(CHART, file), 'utf8');

/** Every kind that the chart makes, by the schema of its API. */
const KINDS = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  PrometheusRule,
  ScaledObject,
  Service,
  ServiceMonitor,
  TriggerAuthentication,
};

const PLAIN: Values = { settings: { PUBLIC_URL: 'https://churn.example.com' } };
const WORKER = valuesWith({})['workers'] as { readonly all: Values };
/** Everything that can be switched on, and what can be switched off. */
const FULL: Values = {
  image: { digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'pull' }],
  settings: { PUBLIC_URL: 'https://churn.example.com', SWEEP_INTERVAL_MS: 500 },
  api: {
    autoscaling: { enabled: false },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'only', operator: 'Exists' }],
    affinity: { podAntiAffinity: {} },
    settings: { DATABASE_POOL_SIZE: 8 },
  },
  workers: {
    all: null,
    scoring: { ...WORKER.all, queues: 'scoring', settings: { SWEEP_INTERVAL_MS: 2000 } },
    delivery: { ...WORKER.all, queues: 'delivery', fitModels: false },
  },
  keda: {
    enabled: true,
    redis: {
      type: 'redis-sentinel',
      addresses: 'a:26379,b:26379',
      sentinelMaster: 'main',
      tls: true,
      existingSecret: 'redis',
      usernameFromSecret: true,
    },
    prometheus: { authMode: 'basic', existingSecret: 'prometheus' },
  },
  ingress: { enabled: true, host: 'churn.example.com' },
  networkPolicy: { postgres: { to: [{ ipBlock: { cidr: '10.1.2.0/24' } }] }, privateNetworks: ['10.9.0.0/16'] },
  monitoring: {
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true },
    grafanaDashboard: { enabled: true },
  },
  backup: { enabled: true, existingClaim: 'dumps' },
};

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly [field: string]: unknown;
}
interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: { readonly containers: readonly Container[]; readonly [field: string]: unknown };
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template?: PodTemplate;
    readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
    readonly scaleTargetRef?: { readonly name: string };
    readonly triggers?: readonly { readonly type: string; readonly metadata: Readonly<Record<string, string>> }[];
  };
}

function manifestsOf(given: Values): Manifest[] {
  const texts = [...renderChart(given)].filter(([file]) => file.endsWith('.yaml')).map(([, text]) => text);
  const documents = texts.flatMap((text) => parseAllDocuments(text));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS() as Manifest | null).filter((manifest) => manifest !== null);
}

const podOf = ({ spec }: Manifest): PodTemplate | undefined => spec?.template ?? spec?.jobTemplate?.spec.template;
const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const namesOf = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

const variables = new Set(
  getMetadataStorage()
    .getTargetValidationMetadatas(Environment, '', false, false)
    .map(({ propertyName }) => propertyName),
);

describe.each([
  ['its own values and an address', PLAIN],
  ['everything that can be switched on', FULL],
])('the Helm chart with %s', (_, values) => {
  const manifests = manifestsOf(values);
  const withPods = manifests.filter((manifest) => podOf(manifest) !== undefined);
  const containers = withPods.flatMap((manifest) => podOf(manifest)?.spec.containers ?? []);

  it('renders objects that match the schemas of their kinds, each once', () => {
    for (const manifest of manifests) {
      const model = new KINDS[manifest.kind](manifest as never);
      expect([manifest.apiVersion, manifest.kind]).toEqual([model.apiVersion, model.kind]);
      expect(() => model.validate()).not.toThrow();
    }
    expect(new Set(namesOf(manifests)).size).toBe(manifests.length);
  });

  it('runs everything as an unprivileged user on a read-only file system without Linux capabilities', () => {
    expect(withPods.length).toBeGreaterThan(3);
    for (const manifest of withPods)
      expect([manifest.metadata.name, podOf(manifest)?.spec]).toEqual([
        manifest.metadata.name,
        expect.objectContaining({
          automountServiceAccountToken: false,
          securityContext: expect.objectContaining({ runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } }),
        }),
      ]);
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toMatchObject({ requests: { cpu: expect.anything() }, limits: { memory: expect.any(String) } });
    }
  });

  it('probes every process, and keeps one of each during disruptions', () => {
    const budgets = ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.selector?.matchLabels);
    for (const { metadata, spec } of ofKind(manifests, 'Deployment')) {
      const [container] = spec.template?.spec.containers ?? [];
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(container).toHaveProperty(probe);
      expect(spec.template?.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? { no: 'selector' });
      expect([metadata.name, budgets]).toEqual([metadata.name, expect.arrayContaining([spec.selector?.matchLabels])]);
    }
  });

  it('scales deployments that exist, by queues that exist', () => {
    const deployed = new Set(ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name));
    const scalers = [...ofKind(manifests, 'HorizontalPodAutoscaler'), ...ofKind(manifests, 'ScaledObject')];
    const targets = scalers.map(({ spec }) => spec.scaleTargetRef?.name ?? '');
    expect(targets.filter((name) => !deployed.has(name))).toEqual([]);
    expect(new Set(targets).size).toBe(targets.length);
    const known = new Set(Object.values(QUEUES).map(({ name }) => `{churn}:${name}:wait`));
    const lists = scalers.flatMap(({ spec }) => spec.triggers ?? []).flatMap(({ metadata }) => metadata['listName'] ?? []);
    expect(lists.filter((list) => !known.has(list))).toEqual([]);
  });

  it('sets only variables that the processes read, and no secret', () => {
    const inMaps = ofKind(manifests, 'ConfigMap').filter(({ metadata }) => metadata.name.endsWith('-settings')).flatMap(({ data }) => Object.keys(data ?? {})); // prettier-ignore
    const inPods = containers.filter(({ name }) => name !== 'backup').flatMap(({ env }) => env ?? []).map(({ name }) => name); // prettier-ignore
    const set = [...inMaps, ...inPods];
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !variables.has(name))).toEqual([]);
    expect(set.filter((name) => /SECRET|KEY|PASSWORD|_URL$/.test(name))).toEqual(['PUBLIC_URL']);
  });

  it('covers each pod with the network policies of the release', () => {
    const selectors = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec.podSelector?.matchLabels ?? {});
    expect(selectors.length).toBe(4);
    for (const manifest of withPods) {
      const labels = podOf(manifest)?.metadata.labels;
      expect([manifest.metadata.name, labels]).toEqual([manifest.metadata.name, expect.objectContaining(selectors[0])]);
    }
  });
});

describe('the Helm chart', () => {
  it('migrates before each upgrade, and prunes audit logs as a schedule', () => {
    const manifests = manifestsOf(PLAIN);
    expect(namesOf(manifests.filter((manifest) => podOf(manifest)?.spec.containers.every(({ args }) => args?.[0] !== 'worker')))).toEqual([
      'Deployment churn-api',
      'Job churn-migrate',
      'CronJob churn-audit-prune',
    ]);
    expect(ofKind(manifests, 'Job')[0]?.metadata).toMatchObject({ annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } });
  });

  it('adds an ingress with TLS, monitoring, workers by task, KEDA with credentials and a backup where they are asked for', () => {
    expect(namesOf(manifestsOf(FULL))).toEqual(
      expect.arrayContaining([
        'Deployment churn-worker-scoring',
        'Deployment churn-worker-delivery',
        'ScaledObject churn-worker-scoring',
        'ScaledObject churn-worker-delivery',
        'TriggerAuthentication churn-redis',
        'TriggerAuthentication churn-prometheus',
        'Ingress churn',
        'ServiceMonitor churn',
        'PrometheusRule churn',
        'ConfigMap churn-dashboard',
        'CronJob churn-backup',
      ]),
    );
    expect(namesOf(manifestsOf(FULL))).not.toContain('Deployment churn-worker-all');
  });

  it('scrapes pods under the jobs that the alert rules expect', () => {
    const manifests = manifestsOf(FULL);
    const services = ofKind(manifests, 'Service').filter(({ metadata }) => metadata.labels['churn-scoring/job'] !== undefined);
    expect(services.map(({ metadata }) => metadata.labels['churn-scoring/job'])).toEqual(['churn-api', 'churn-worker']);
    const pods = ofKind(manifests, 'Deployment').map(({ spec }) => spec.template?.metadata.labels ?? {});
    for (const { spec } of services) {
      const wanted = Object.entries(spec.selector as unknown as Record<string, string>);
      expect(pods.some((labels) => wanted.every(([name, value]) => labels[name] === value))).toBe(true);
    }
    const [rule] = ofKind(manifests, 'PrometheusRule');
    expect(rule?.spec).toEqual(parse(readFileSync(path.join(ROOT, 'docker/observability/alerts.yml'), 'utf8')));
  });

  it.each<[string, Values, RegExp]>([
    ['without an address', {}, /PUBLIC_URL is not set/],
    ['with an address without TLS', { settings: { PUBLIC_URL: 'http://churn.example.com' } }, /https/],
    ['when no worker delivers', { ...PLAIN, workers: { all: { queues: 'scoring' } } }, /no worker has the queue delivery/],
    ['when no worker fits models', { ...PLAIN, workers: { all: { fitModels: false } } }, /no worker fits models/],
    ['with an ingress without a host', { ...PLAIN, ingress: { enabled: true } }, /ingress\.host is not set/],
    ['with a backup without a volume', { ...PLAIN, backup: { enabled: true } }, /backup\.existingClaim is not set/],
  ])('refuses to render %s', (_, values, message) => {
    expect(() => renderChart(values)).toThrow(message);
  });

  it('has a schema of its values that accepts them and refuses what it does not know', () => {
    const validate = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')) as object);
    for (const values of [PLAIN, FULL]) expect([validate(valuesWith(values)), validate.errors]).toEqual([true, null]);
    for (const wrong of [
      { ingres: {} },
      { api: { replica: 2 } },
      { workers: { all: { queues: 'score' } } },
      { auditPrune: { keepDays: 5 } },
    ])
      expect(validate(valuesWith(wrong))).toBe(false);
  });

  it('is refused when a template is not closed or names an unknown function', () => {
    expect(() => parseTemplate('{{ if .Values.a }}x')).toThrow('end or else is missing');
    expect(() => parseTemplate('{{ .Values.a')).toThrow('not closed');
    expect(() => parseTemplate('{{ (printf "%s" "a" }}')).toThrow('parenthesis');
  });

  // If Helm is installed, it decides, and its manifests must equal ours.
  const isInstalled = spawnSync('helm', ['version']).status === 0;
  if (!isInstalled) it.todo('skips helm lint and helm template: helm is not installed');
  else
    it.each([PLAIN, FULL])('passes helm lint, and helm template renders the same', (values) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'churn-chart-'));
      const file = path.join(folder, 'values.yaml');
      writeFileSync(file, stringify(values));
      const helm = (...args: string[]) => spawnSync('helm', [...args, '--values', file], { encoding: 'utf8' });
      const lint = helm('lint', '--strict', CHART);
      const text = helm('template', 'churn', CHART, '--namespace', 'churn-scoring');
      rmSync(folder, { recursive: true });
      expect([lint.status, lint.stdout]).toEqual([0, expect.any(String)]);
      const byName = (list: readonly Manifest[]) => list.toSorted((a, b) => (namesOf([a]) < namesOf([b]) ? -1 : 1));
      const theirs = parseAllDocuments(text.stdout).map((document) => document.toJS() as Manifest | null).filter((each) => each !== null); // prettier-ignore
      expect(byName(theirs)).toEqual(byName(manifestsOf(values)));
    });
});
