export * from './config.js';
export * from './secret-keys.js';
export * from './trusted-proxies.js';
export { readRedisServers } from './redis-servers.js';

export { REGISTRATIONS, type Registration } from './registration.js';
