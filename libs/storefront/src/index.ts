export { guestIdsWith } from './mapping/event-identity.js';
export { type Fields, idIn, isObject, ownId } from './mapping/fields.js';
export * from './mapping/map-resource.js';
export type { Mapped, NormalizedEvent } from './mapping/mapped.js';
export * from './mapping/topics.js';
export * from './read-json.js';
