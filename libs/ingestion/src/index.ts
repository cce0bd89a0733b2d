export * from './ingestion.js';
export { validateEvent } from './validate-event.js';
export { textProblem } from './rejection.js';
