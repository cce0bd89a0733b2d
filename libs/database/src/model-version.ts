/** Returns SQL for the horizon in days that a model version names, as in `mbg+lr-1.2/h90/2026-11-21`; null without one. */
export const horizonOfVersion = (column: string): string => `substring(${column} from '/h([0-9]+)')::int`;
