import type { MigrationInterface, QueryRunner } from 'typeorm';

// kept_results: what the results of a campaign rest on, once its recipients are gone; nobody is named in it.
// thinned: the night has removed what no result and no cooldown needs any more of a sending.
const COLUMNS = `
ALTER TABLE campaigns ADD COLUMN kept_results jsonb;
ALTER TABLE campaign_sends ADD COLUMN thinned boolean NOT NULL DEFAULT false;
CREATE INDEX campaign_sends_to_thin ON campaign_sends (tenant_id, id) WHERE NOT thinned;`;

/** Recipients of campaigns do not pile up for ever. */
export class CampaignRetention1763683470001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_sends DROP COLUMN thinned; ALTER TABLE campaigns DROP COLUMN kept_results');
  }
}
