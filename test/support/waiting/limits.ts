/** The factor by which all waits are longer. A busy machine needs `npm run test:topologies -- --patience N`. */
const PATIENCE = Number(process.env['CHURN_TEST_PATIENCE'] ?? 1);

/** A time that something may take, on a machine as busy as this one is said to be. */
export const patient = (ms: number): number => ms * PATIENCE;
