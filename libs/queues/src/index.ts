export * from './contracts.js';
export * from './inspect-redis.js';
export * from './job-consumer.js';
export * from './job-publisher.js';
export * from './queue-board.js';
export * from './queues.module.js';
export * from './redis-connections.js';
export * from './worker-count.js';
