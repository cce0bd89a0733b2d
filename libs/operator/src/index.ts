export * from './operator-server.js';
