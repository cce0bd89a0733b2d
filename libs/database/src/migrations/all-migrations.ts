import { InitialSchema1795305600000 } from './1795305600000-initial-schema.js';

/** Every migration, oldest first. A released migration never changes. */
export const ALL_MIGRATIONS = [InitialSchema1795305600000];
