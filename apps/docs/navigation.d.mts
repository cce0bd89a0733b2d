export function unlistedPages(): string[];
