import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { FUNCTIONS, isTrue, toText } from './template-functions.js';
import { type Node, type Operand, parseTemplate, type Pipeline } from './template-parser.js';

/** The chart of this repository, or an unpacked one of a release. */
const CHART = process.env['CHART_FOLDER'] ?? path.resolve(__dirname, '../../../docker/chart');
const read = (file: string): string => readFileSync(path.join(CHART, file), 'utf8');

export type Values = { readonly [name: string]: unknown };

/** The values of the chart with others laid over them, as `helm --values` does; null removes a key. */
export const valuesWith = (given: Values): Values => merge(parse(read('values.yaml')) as Values, given);

/**
 * Renders the chart as `helm template` does, with the part of its language that the chart uses, so that no Helm is needed.
 * @returns the text of each file of templates that is not empty
 */
export function renderChart(given: Values, release = 'churn'): Map<string, string> {
  const { version, appVersion, name } = parse(read('Chart.yaml')) as Record<string, string>;
  const root: Values = {
    Values: valuesWith(given),
    Release: { Name: release, Namespace: 'churn-scoring', Service: 'Helm' },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Files: { Get: (file: string): string => read(file) },
  };
  const templates = readdirSync(path.join(CHART, 'templates')).map((file) => ({ file, ...parseTemplate(read(`templates/${file}`)) }));
  const defined = new Map(templates.flatMap((template) => [...template.defined]));
  const rendered = templates.map(({ file, nodes }) => [file, new Renderer(defined).render(nodes, root)] as const);
  return new Map(rendered.filter(([, text]) => text.trim() !== ''));
}

function merge(base: Values, over: Values): Values {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const before = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isMap(value) && isMap(before) ? merge(before, value) : value;
  }
  return merged;
}

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The variables that a template sees: its own, then those around it. */
interface Scope {
  readonly own: Map<string, unknown>;
  readonly around: Scope | null;
}

class Renderer {
  constructor(private readonly defined: ReadonlyMap<string, Node[]>) {}

  render(nodes: readonly Node[], root: unknown): string {
    return this.nodes(nodes, root, { own: new Map([['$', root]]), around: null });
  }

  private nodes(nodes: readonly Node[], dot: unknown, around: Scope): string {
    const scope: Scope = { own: new Map(), around };
    return nodes.map((node) => this.node(node, dot, scope)).join('');
  }

  private node(node: Node, dot: unknown, scope: Scope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'output':
        return toText(this.value(node.pipeline, dot, scope));
      case 'assign': {
        const value = this.value(node.pipeline, dot, scope);
        const target = node.isNew ? scope : holderOf(node.variable, scope);
        target.own.set(node.variable, value);
        return '';
      }
      case 'if': {
        const isChosen = isTrue(this.value(node.pipeline, dot, scope));
        return this.nodes(isChosen ? node.body : node.otherwise, dot, scope);
      }
      case 'with': {
        const value = this.value(node.pipeline, dot, scope);
        return isTrue(value) ? this.nodes(node.body, value, scope) : this.nodes(node.otherwise, dot, scope);
      }
      case 'range':
        return entriesOf(this.value(node.pipeline, dot, scope))
          .map(([key, value]) => this.nodes(node.body, value, { own: loopVariables(node.variables, key, value), around: scope }))
          .join('');
    }
  }

  private value(pipeline: Pipeline, dot: unknown, scope: Scope): unknown {
    let passed: unknown[] = [];
    for (const [first, ...rest] of pipeline) {
      const args = [...rest.map((each) => this.operand(each, dot, scope)), ...passed];
      passed = [this.command(first!, args, dot, scope)];
    }
    return passed[0];
  }

  private command(first: Operand, args: unknown[], dot: unknown, scope: Scope): unknown {
    if (first.kind !== 'call') {
      const value = this.operand(first, dot, scope);
      if (typeof value === 'function') return (value as (...args: unknown[]) => unknown)(...args);
      if (args.length > 0) throw new Error(`${JSON.stringify(first)} takes no arguments`);
      return value;
    }
    if (first.name === 'include') {
      const nodes = this.defined.get(args[0] as string);
      if (nodes === undefined) throw new Error(`there is no template ${toText(args[0])}`);
      return this.render(nodes, args[1]);
    }
    const call = FUNCTIONS[first.name] as ((...args: unknown[]) => unknown) | undefined;
    if (call === undefined) throw new Error(`there is no function ${first.name}`);
    return call(...args);
  }

  private operand(operand: Operand, dot: unknown, scope: Scope): unknown {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'pipeline':
        return this.value(operand.pipeline, dot, scope);
      case 'call':
        return this.command(operand, [], dot, scope);
      case 'path': {
        let value = operand.variable === null ? dot : holderOf(operand.variable, scope).own.get(operand.variable);
        for (const name of operand.names) {
          if (!isMap(value)) throw new Error(`${operand.names.join('.')}: nothing holds ${name}`);
          value = value[name];
        }
        return value;
      }
    }
  }
}

function holderOf(variable: string, scope: Scope): Scope {
  for (let at: Scope | null = scope; at !== null; at = at.around) if (at.own.has(variable)) return at;
  throw new Error(`there is no variable ${variable}`);
}

/** Returns the entries in the order of Go: maps by their keys. */
function entriesOf(value: unknown): [unknown, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  return isMap(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : [];
}

function loopVariables(names: readonly string[], key: unknown, value: unknown): Map<string, unknown> {
  const [first, second] = names;
  if (first === undefined) return new Map();
  return second === undefined ? new Map([[first, value]]) : new Map([[first, key], [second, value]]); // prettier-ignore
}
