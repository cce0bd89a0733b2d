export * from './api-key.guard.js';
export * from './api-key.strategy.js';
export * from './api-keys.js';
export * from './custom-webhook.guard.js';
export * from './new-api-key.js';
export * from './rate-limit/rate-limit.guard.js';
export * from './rate-limit/rate-windows.js';
