export * from './compose-mail.js';
export * from './mail.js';
export { mailPlace, type MailTimes, queueMail, queueMailToOwners, sendWaitingMails } from './queue-mail.sql.js';
export { queueNoticeToOwners, queueSecurityNotice } from './queue-notice.sql.js';
export * from './security-mail.js';
export * from './smtp-options.js';
export * from './tell-of-removal.js';
export * from './tell-of-storage.js';
