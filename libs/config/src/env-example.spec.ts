import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { Environment } from './environment.js';

const lines = readFileSync(join(__dirname, '../../../.env.example'), 'utf8').split('\n');
const examples = new Map(lines.flatMap((line) => [...line.matchAll(/^# ([A-Z][A-Z_]+)=(.*)$/g)]).map(([, name, value]) => [name, value]));
const defaults = Object.entries(new Environment());

const variables = [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(Environment, '', false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

describe('.env.example', () => {
  it('documents every variable that the processes read', () => {
    expect(variables.length).toBeGreaterThan(10);
    expect(variables.filter((name) => !examples.has(name))).toEqual([]);
  });

  it('shows the default of each variable that has one', () => {
    for (const [name, value] of defaults) expect([name, examples.get(name)]).toEqual([name, String(value)]);
  });

  it('sets nothing: a copy of it changes nothing', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });
});
