export * from './clock-check.js';
export * from './platform.module.js';
