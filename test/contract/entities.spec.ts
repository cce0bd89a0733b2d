import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { migrate } from '#libs/database';
import { ALL_ENTITIES, SnakeNaming } from '#libs/entities';
import { OwnPostgres } from '../support/servers/own-postgres.js';
import { factsOfEntities, factsOfSchema } from './schema-facts.js';

describe('the entities', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'churn-entities-'));
  let postgres: OwnPostgres;
  let source: DataSource;

  beforeAll(async () => {
    // Under root, Postgres runs as another account and must be able to reach its folder.
    chmodSync(folder, 0o755);
    postgres = await OwnPostgres.start(folder);
    await migrate(postgres.url);
    source = new DataSource({ type: 'postgres', url: postgres.url, entities: ALL_ENTITIES, namingStrategy: new SnakeNaming() });
    await source.initialize();
  }, 120_000);

  afterAll(async () => {
    await source?.destroy();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const tables = (): string[] => source.entityMetadatas.map(({ tableName }) => tableName);

  it('agree with the migrated schema in every column and primary key', async () => {
    expect(tables().length).toBeGreaterThan(25);
    expect(factsOfEntities(source)).toEqual(await factsOfSchema((sql) => source.query<unknown[]>(sql), tables()));
  });

  it('can be migrated again while the initial schema is the same, and are refused with a remedy when it has changed', async () => {
    await migrate(postgres.url);
    const [noted] = await source.query<{ comment: string }[]>(`SELECT obj_description('tenants'::regclass, 'pg_class') AS comment`);
    await source.query(`COMMENT ON TABLE tenants IS 'initial schema of an earlier commit'`);
    await expect(migrate(postgres.url)).rejects.toThrow('cannot be upgraded: delete the .data folder, or name an empty database');
    await source.query(`COMMENT ON TABLE tenants IS '${noted?.comment}'`);
  });

  it.each([
    ['a column', 'ALTER TABLE users ADD COLUMN extra int'],
    ['a type', 'ALTER TABLE campaigns ALTER COLUMN name TYPE varchar(200)'],
    ['a NOT NULL', 'ALTER TABLE users ALTER COLUMN email DROP NOT NULL'],
    ['a default', 'ALTER TABLE sessions ALTER COLUMN generation SET DEFAULT 2'],
    ['a primary key', 'ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_pkey'],
    ['a table', 'DROP TABLE recovery_codes'],
  ])('differ from a schema with another %s', async (_what, change) => {
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(change);
      expect(await factsOfSchema((sql) => runner.query(sql), tables())).not.toEqual(factsOfEntities(source));
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
