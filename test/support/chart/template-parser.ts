/** An argument of a call: a value that is known, a path from the dot or a variable, or a pipeline in parentheses. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'path'; readonly variable: string | null; readonly names: readonly string[] }
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline };
/** Commands, each of operands; the result of one is the last argument of the next. */
export type Pipeline = readonly (readonly Operand[])[];

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly pipeline: Pipeline }
  | { readonly kind: 'assign'; readonly variable: string; readonly isNew: boolean; readonly pipeline: Pipeline }
  | { readonly kind: 'if' | 'with'; readonly pipeline: Pipeline; readonly body: Node[]; readonly otherwise: Node[] }
  | { readonly kind: 'range'; readonly variables: readonly string[]; readonly pipeline: Pipeline; readonly body: Node[] };

export interface Template {
  readonly nodes: Node[];
  /** The named templates that the file defines. */
  readonly defined: ReadonlyMap<string, Node[]>;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|`[^`]*`|:=|[()|,=]|-?\d+(?:\.\d+)?(?![\w.])|\$?[\w.]+|\$)/y;

interface Action {
  readonly text: string;
  readonly at: number;
}

/**
 * Reads the part of Helm's template language that the chart uses; it is not a whole Helm.
 * @throws Error at anything that it does not know
 */
export function parseTemplate(source: string): Template {
  const parser = new Parser(piecesOf(source));
  const nodes = parser.block([]).nodes;
  return { nodes, defined: parser.defined };
}

/** Text and actions in turns, with the white space next to `{{-` and `-}}` removed. */
function piecesOf(source: string): (string | Action)[] {
  const pieces: (string | Action)[] = [];
  let from = 0;
  for (let open = source.indexOf('{{'); open >= 0; open = source.indexOf('{{', from)) {
    const close = endOf(source, open);
    let inner = source.slice(open + 2, close);
    let before = source.slice(from, open);
    if (/^-\s/.test(inner)) [before, inner] = [before.trimEnd(), inner.slice(1)];
    const trimsAfter = /\s-$/.test(inner);
    pieces.push(before, { text: (trimsAfter ? inner.slice(0, -1) : inner).trim(), at: source.slice(0, open).split('\n').length });
    from = close + 2;
    if (trimsAfter) while (/\s/.test(source[from] ?? '')) from += 1;
  }
  return [...pieces, source.slice(from)];
}

/** Finds the `}}` that is outside of a string and of a comment. */
function endOf(source: string, open: number): number {
  const inside = /\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|`[^`]*`|\}\}/y;
  for (let at = open + 2; at < source.length; at += 1) {
    inside.lastIndex = at;
    const [found] = inside.exec(source) ?? [];
    if (found === '}}') return at;
    if (found !== undefined) at += found.length - 1;
  }
  throw new Error(`an action is not closed: ${source.slice(open, open + 60)}`);
}

class Parser {
  readonly defined = new Map<string, Node[]>();
  private next = 0;

  constructor(private readonly pieces: readonly (string | Action)[]) {}

  /** Reads up to one of these words, or to the end of the file when there are none. */
  block(ends: readonly string[]): { nodes: Node[]; end: string; rest: string } {
    const nodes: Node[] = [];
    for (; this.next < this.pieces.length;) {
      const piece = this.pieces[this.next++]!;
      if (typeof piece === 'string') {
        if (piece !== '') nodes.push({ kind: 'text', text: piece });
        continue;
      }
      const [, word = '', rest = ''] = /^(\w*)\s*([\s\S]*)$/.exec(piece.text) ?? [];
      if (ends.includes(word)) return { nodes, end: word, rest };
      if (!piece.text.startsWith('/*')) this.action(piece, word, rest, nodes);
    }
    if (ends.length > 0) throw new Error(`${ends.join(' or ')} is missing`);
    return { nodes, end: '', rest: '' };
  }

  private action({ text, at }: Action, word: string, rest: string, nodes: Node[]): void {
    if (word === 'if' || word === 'with') nodes.push(this.branch(word, rest));
    else if (word === 'range') nodes.push(this.range(rest));
    else if (word === 'define') this.defined.set(JSON.parse(rest) as string, this.block(['end']).nodes);
    else if (['end', 'else', 'template', 'block', 'break', 'continue'].includes(word)) throw new Error(`line ${at}: unexpected ${word}`);
    else nodes.push(assignment(text) ?? { kind: 'output', pipeline: parsePipeline(text) });
  }

  private branch(kind: 'if' | 'with', condition: string): Node {
    const body = this.block(['end', 'else']);
    const pipeline = parsePipeline(condition);
    if (body.end === 'end') return { kind, pipeline, body: body.nodes, otherwise: [] };
    const another = /^if\s+([\s\S]*)$/.exec(body.rest)?.[1];
    const otherwise = another === undefined ? this.block(['end']).nodes : [this.branch('if', another)];
    return { kind, pipeline, body: body.nodes, otherwise };
  }

  private range(text: string): Node {
    const [, names = '', what = text] = /^((?:\$\w+,\s*)?\$\w+)\s*:=\s*([\s\S]*)$/.exec(text) ?? [];
    const variables = names.split(',').map((name) => name.trim()).filter((name) => name !== ''); // prettier-ignore
    return { kind: 'range', variables, pipeline: parsePipeline(what), body: this.block(['end']).nodes };
  }
}

function assignment(text: string): Node | null {
  const [, variable, sign, what = ''] = /^(\$\w+)\s*(:?=)\s*([\s\S]*)$/.exec(text) ?? [];
  return variable === undefined ? null : { kind: 'assign', variable, isNew: sign === ':=', pipeline: parsePipeline(what) };
}

function parsePipeline(text: string): Pipeline {
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.trimEnd().length;) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`cannot read {{ ${text} }}`);
    tokens.push(token);
  }
  const pipeline = takePipeline(tokens);
  if (tokens.length > 0) throw new Error(`unexpected ${tokens[0]} in {{ ${text} }}`);
  return pipeline;
}

function takePipeline(tokens: string[]): Pipeline {
  const commands: Operand[][] = [[]];
  while (tokens.length > 0 && tokens[0] !== ')') {
    const token = tokens.shift()!;
    if (token === '|') commands.push([]);
    else commands.at(-1)!.push(token === '(' ? takeGroup(tokens) : operandOf(token));
  }
  if (commands.some((command) => command.length === 0)) throw new Error('a command is empty');
  return commands;
}

function takeGroup(tokens: string[]): Operand {
  const pipeline = takePipeline(tokens);
  if (tokens.shift() !== ')') throw new Error('a parenthesis is not closed');
  return { kind: 'pipeline', pipeline };
}

function operandOf(token: string): Operand {
  if (token.startsWith('"')) return { kind: 'literal', value: JSON.parse(token) as unknown };
  if (token.startsWith('`')) return { kind: 'literal', value: token.slice(1, -1) };
  if (/^-?\d/.test(token)) return { kind: 'literal', value: Number(token) };
  if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' };
  const [first = '', ...names] = token.split('.').filter((name, at) => at === 0 || name !== '');
  if (token.startsWith('$') || token.startsWith('.')) return { kind: 'path', variable: first === '' ? null : first, names };
  return { kind: 'call', name: token };
}
