export * from './config.js';
export * from './secret-keys.js';
