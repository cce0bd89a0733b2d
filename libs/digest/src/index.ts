export * from './alarm-lines.js';
export * from './alarm-mail.js';
export * from './digest-lines.js';
export * from './digest-mail.js';
export * from './iso-week.js';
export * from './read-digest.js';
export * from './readers.js';
