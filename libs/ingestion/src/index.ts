export * from './ingestion.js';
export { judgeEvent } from './judge-event.js';
