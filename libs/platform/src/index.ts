export * from './clock-check.js';
export * from './liveness.js';
export * from './platform.module.js';
