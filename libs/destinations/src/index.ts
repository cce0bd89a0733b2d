export * from './vendors.module.js';
export * from './profile.js';
export * from './slack.js';
export * from './vendor-http.js';
export * from './vendors.js';
