export * from './ingestion.js';
export { validateEvent } from './validate-event.js';
export { textProblem } from './rejection.js';
export { findOwners, OWNER } from './order-owners.sql.js';
export { mergeAll } from './fold-orders.js';
export * from './score-request.js';
export { insertScoreRequest } from './store-events.sql.js';
export { storeOrders } from './store-orders.sql.js';
export * from './waiting-requests.sql.js';
