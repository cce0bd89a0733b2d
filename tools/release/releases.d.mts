export function releasesIn(changelog: string): { version: string; heading: string }[];
export function lastRelease(root: string): string | null;
export function problemsOf(root: string, tag: string): string[];
export function changedMigrations(root: string, commit: string, folder: string): string[];
