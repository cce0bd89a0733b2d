export * from './count-of.js';
export * from './data-directory.js';
export * from './stopped-error.js';
export * from './terminal.js';
export * from './typed-path.js';
