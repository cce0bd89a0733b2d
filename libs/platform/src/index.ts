export * from './platform.module.js';
