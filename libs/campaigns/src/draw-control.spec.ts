import type { TenantDb } from '#libs/database';
import { assignedSql, readDraws } from './draw-control.sql.js';

const PARAMETERS = { campaign: '$2', percent: '$9::int', now: '$30' };
const READS_RECIPIENTS = /campaign_recipients/;
const RELEASES = /until > \$30 OR/;

describe('what a choice reads of those whom the campaign has chosen', () => {
  const statementOf = async (percent: number, highest: number | null): Promise<string> => {
    const db = { query: () => Promise.resolve([{ highest }]) } as unknown as TenantDb;
    return assignedSql(PARAMETERS, await readDraws(db, { id: 'a campaign', holdout_percent: percent, arms: [] }));
  };

  it('is nothing for a campaign that has never had a control group', async () => {
    expect(await statementOf(0, null)).not.toMatch(READS_RECIPIENTS);
  });

  it.each([[10, null], [10, 10], [20, 10]] as const)('is all of them at %s %% after %s %%, and releases no member', async (percent, highest) => {
    const sql = await statementOf(percent, highest);
    expect(sql).toMatch(READS_RECIPIENTS);
    expect(sql).not.toMatch(RELEASES);
  }); // prettier-ignore

  it.each([[0, 10], [5, 10]] as const)('releases members when %s %% is lower than before', async (percent, highest) => {
    const sql = await statementOf(percent, highest);
    expect(sql).toMatch(READS_RECIPIENTS);
    expect(sql).toMatch(RELEASES);
  }); // prettier-ignore
});
