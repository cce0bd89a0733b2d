export function sharedBuffers(memory?: number): string;
