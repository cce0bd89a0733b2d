const PSEUDONYM = /^(email|phone|name):([0-9a-f]{10})[0-9a-f]{54}$/;

/** Shortens the pseudonym of a person for display; other identifiers stay whole. */
export const shortIdentifier = (identifier: string): string => identifier.replace(PSEUDONYM, '$1:$2…');
