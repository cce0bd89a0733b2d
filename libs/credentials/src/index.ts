export * from './new-api-key.js';
export * from './passwords.js';
export * from './weak-passwords.js';
