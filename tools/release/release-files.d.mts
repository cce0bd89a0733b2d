export const CHECKSUMS: string;
export function releaseFiles(version: string): { context: string; chart: string; client: string; sbom: string; licences: string };
export function packArchives(root: string, folder: string, version: string): void;
export function missingSources(context: string): string[];
export function writeChecksums(folder: string): void;
export function wrongFiles(folder: string): string[];
