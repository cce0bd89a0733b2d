export * from './new-api-key.js';
export * from './passwords.js';
