export * from './backfill-notes.js';
export * from './backfills.js';
export * from './resyncs.js';
export * from './behaviour-types.js';
export * from './churn-jobs.js';
export * from './due-score-requests.js';
export * from './past-replays.js';
export * from './waiting-work.js';
