import { InitialSchema1763683200000 } from './1763683200000-initial-schema.js';

/** Every migration, oldest first. One that has been released is never changed. */
export const ALL_MIGRATIONS = [InitialSchema1763683200000];
