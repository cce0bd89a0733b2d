import { type Fault, report, undergo } from './fault.js';
import { INPUT_FAULTS } from './input-faults.js';
import { POSTGRES_FAULTS } from './postgres-faults.js';
import { PROCESS_FAULTS } from './process-faults.js';
import { REDIS_FAULTS } from './redis-faults.js';
import { Stand } from './stand.js';

const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...REDIS_FAULTS, ...POSTGRES_FAULTS, ...INPUT_FAULTS];
/** No fault and no repair takes longer; one that hangs keeps no other from happening. */
const LIMIT_MS = 5 * 60_000;

describe('the service keeps its promises when', () => {
  let stand: Stand;

  beforeAll(async () => {
    stand = await Stand.open();
  }, 180_000);
  afterAll(() => stand.close(), 60_000);
  beforeEach(() => stand.repair(), 120_000);

  it.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    '%s',
    async (_name, fault) => {
      const { name, did } = fault;
      const impossible = fault.impossible?.(stand) ?? null;
      if (impossible !== null) {
        report({ name, did, skipped: impossible });
        return;
      }
      const verdict = await undergo(stand, fault).catch((error: unknown) => {
        report({ name, did, failed: String(error) });
        throw error;
      });
      report({ name, did, verdict });
      expect(verdict.broken).toEqual([]);
      // A fault proves nothing if no event was acknowledged during it.
      expect(verdict.acknowledged).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
});
