import type { Step } from './history.js';

/** Histories that have failed once, each with what was wrong. */
export const FOUND: readonly (readonly [title: string, steps: readonly Step[]])[] = [];
