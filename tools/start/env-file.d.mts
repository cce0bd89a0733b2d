export function addFromFile(env: Record<string, string | undefined>, text: string): void;
