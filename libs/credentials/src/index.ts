export * from './new-api-key.js';
export * from './passwords.js';
export * from './weak-passwords.js';
export { type MailedToken, newMailedToken, readMailedToken } from './mailed-token.js';
