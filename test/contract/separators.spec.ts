import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');
const TEXTS = 'apps/dashboard/src';
/**
 * Numbers without thousands: days and months (`next` and `now` are days of a horizon), a percentage, the attempts of a delivery, the number of a column
 * or an attempt, and the status code of an answer, which is a name.
 */
const SMALL = /^(?:day|days|next|now|months|percent|hours|made|most|number|code)$/;

/** Returns parameters of type `number` that a text prints as they are: 1347 and not 1,347. */
function bareNumbersIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, TEXTS, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node, numbers: ReadonlySet<string>): void => {
    let known = numbers;
    if (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)) {
      const own = node.parameters.filter(({ type }) => type?.kind === ts.SyntaxKind.NumberKeyword).map(({ name }) => name.getText());
      known = new Set([...numbers, ...own]);
    }
    if (ts.isTemplateSpan(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text;
      if (known.has(name) && !SMALL.test(name)) faults.push(`${file}: ${name} in ${node.parent.getText().slice(0, 80)}`);
    }
    ts.forEachChild(node, (child) => visit(child, known));
  };
  visit(source, new Set());
  return faults;
}

describe('Numbers in the texts of the dashboard', () => {
  const files = readdirSync(path.join(ROOT, TEXTS), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /text[^/]*\.ts$|words[^/]*\.ts$/.test(file),
  );

  it('are written with separators between thousands', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(bareNumbersIn)).toEqual([]);
  });
});
