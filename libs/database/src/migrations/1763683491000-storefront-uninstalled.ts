import type { MigrationInterface, QueryRunner } from 'typeorm';

// uninstall_said_at: since when the platform is to be asked whether it has removed the app, because a webhook says so and not when.
const UP = 'ALTER TABLE storefront_connections ADD COLUMN uninstall_said_at timestamptz';
const DOWN = 'ALTER TABLE storefront_connections DROP COLUMN uninstall_said_at';

/** What is said to be over and may have begun anew since is looked at before it is ended. */
export class StorefrontUninstalled1763683491000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
