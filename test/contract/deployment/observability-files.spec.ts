import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { register } from 'prom-client';
import { parse } from 'yaml';
import { collectProcessMetrics } from '#libs/observability';

const ROOT = path.resolve(__dirname, '../../..');
const FILES = path.join(ROOT, 'docker/observability');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const rules = (parse(read('docker/observability/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('docker/observability/grafana/churn-scoring.json')) as { panels: Panel[] };
const PAGE = 'docs/operations/alerts.md';
const alertsPage = read(PAGE);
const operatorPages = readdirSync(path.join(ROOT, 'docs/operations')).map((file) => read(`docs/operations/${file}`)).join('\n'); // prettier-ignore

/** A metric of Prometheus itself: it says whether Prometheus could reach a process. */
const NOT_OURS = new Set(['up']);
const SERIES_OF_A_HISTOGRAM = /_(bucket|count|sum)$/;
/** Matches everything that looks like the name of a metric: ours, and those of Node.js that Prometheus clients share. */
const METRIC_NAME = /\b(?:churn|nodejs|process)_[a-z0-9_]+\b|\bup\b/g;

async function knownMetrics(): Promise<Map<string, string>> {
  collectProcessMetrics();
  const metrics = (await register.getMetricsAsJSON()) as unknown as { name: string; type: string }[];
  return new Map(metrics.map(({ name, type }) => [name, type]));
}

/** Returns the metrics that an expression uses and no process exports. */
function unknownIn(expressions: readonly string[], known: ReadonlyMap<string, string>): string[] {
  const isKnown = (name: string): boolean =>
    NOT_OURS.has(name) || known.has(name) || known.get(name.replace(SERIES_OF_A_HISTOGRAM, '')) === 'histogram';
  return expressions.flatMap((expression) => [...expression.matchAll(METRIC_NAME)].map(([name]) => name)).filter((name) => !isKnown(name));
}

describe('the monitoring setup', () => {
  let known: Map<string, string>;
  beforeAll(async () => {
    known = await knownMetrics();
  });
  afterAll(() => register.clear());

  it('has alerts on existing metrics, each with a summary and a runbook page', () => {
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, expr, labels, annotations } of rules) {
      expect([alert, unknownIn([expr], known)]).toEqual([alert, []]);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(annotations.runbook).toBe(`${PAGE}#${alert.toLowerCase()}`);
      expect(alertsPage.split('\n')).toContain(`#### ${alert}`);
    }
  });

  it('has a runbook page that names only existing alerts and metrics, and all of our metrics', () => {
    const alerts = [...alertsPage.matchAll(/^#### (Churn\w+)$/gm)].map(([, name]) => name);
    expect(alerts).toEqual(rules.map(({ alert }) => alert));
    const metricsIn = (page: string): string[] =>
      [...page.matchAll(/`((?:churn|nodejs|process)_[a-z0-9_]+)`/g)].map(([, name = '']) => name);
    const roles = new Set(['churn_app', 'churn_system', 'churn_backup']);
    expect(unknownIn(metricsIn(operatorPages).filter((name) => !roles.has(name)), known)).toEqual([]); // prettier-ignore
    const ours = [...known.keys()].filter((name) => name.startsWith('churn_'));
    expect(ours.length).toBeGreaterThan(15);
    const described = metricsIn(alertsPage);
    expect(ours.filter((name) => !described.includes(name))).toEqual([]);
  });

  it('has a dashboard whose graphs query existing metrics', () => {
    const graphs = panels.filter(({ type }) => type !== 'row');
    expect(graphs.length).toBeGreaterThan(15);
    for (const { title, targets = [] } of graphs) {
      expect([title, targets.length > 0]).toEqual([title, true]);
      expect([title, unknownIn(targets.map(({ expr }) => expr), known)]).toEqual([title, []]); // prettier-ignore
    }
  });

  it('is rejected when it names an unknown metric', () => {
    expect(
      unknownIn(['rate(churn_events_total[5m]) / churn_nothing_total', 'churn_score_delay_seconds_bucket', 'churn_ready_count'], known),
    ).toEqual(['churn_nothing_total', 'churn_ready_count']);
  });

  // If Prometheus's own tool is installed (Debian: prometheus), it decides about the syntax and which alerts fire.
  const TOOL = 'promtool';
  const isInstalled = spawnSync(TOOL, ['--version']).status === 0;
  for (const args of ['check config prometheus.yml', 'check rules alerts.yml', 'test rules alerts.test.yml']) {
    if (!isInstalled) it.todo(`skips ${TOOL} ${args}: the tool is not installed`);
    else
      it(`passes ${TOOL} ${args}`, () => {
        expect(execFileSync(TOOL, args.split(' '), { cwd: FILES, encoding: 'utf8' })).toContain('SUCCESS');
      });
  }
});
