import { textColumn, uuidColumn } from './columns.js';
import { column, rowColumns } from './row-columns.js';

interface Score {
  readonly id: string;
  readonly label: string | null;
}

const SCORES = rowColumns<Score>({ id: column.uuid((row) => row.id), label: column.text((row) => row.label) }, 3);
const ROWS = [
  { id: '00000000-0000-0000-0000-000000000001', label: 'low' },
  { id: '00000000-0000-0000-0000-000000000002', label: null },
];

describe('rowColumns', () => {
  it('writes the names, the arrays with their positions, and the later positions', () => {
    expect(SCORES.names).toBe('id, label');
    expect(SCORES.unnest('s')).toBe('unnest($3::uuid[], $4::text[]) AS s (id, label)');
    expect(SCORES.sideBySide).toBe('unnest($3::uuid[]), unnest($4::text[])');
    expect(SCORES.assigned('s')).toBe('label = s.label');
    expect([SCORES.parameterAfter(1), SCORES.parameterAfter(2)]).toEqual(['$5', '$6']);
  });

  it('writes the parameters in the order of the arrays', () => {
    expect(SCORES.parametersOf(ROWS)).toEqual([uuidColumn(ROWS.map(({ id }) => id)), textColumn(ROWS.map(({ label }) => label))]);
  });

  it('starts after the tenant by default', () => {
    expect(rowColumns<Score>({ id: column.uuid((row) => row.id) }).unnest('s')).toBe('unnest($2::uuid[]) AS s (id)');
  });
});
