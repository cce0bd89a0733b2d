export * from './ingestion.js';
export { judgeEvent } from './judge-event.js';
export { textProblem } from './rejection.js';
