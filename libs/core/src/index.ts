export * from './app-error.js';
export * from './clock.js';
export * from './event-types.js';
export * from './ids.js';
export * from './labels.js';
export * from './limits.js';
export * from './outbound-events.js';
export * from './plans.js';
