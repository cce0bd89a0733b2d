export * from './compose-mail.js';
export * from './mail.js';
export * from './queue-mail.sql.js';
export * from './security-mail.js';
export * from './smtp-options.js';
