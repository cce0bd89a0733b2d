/** The newest API key, which the service shows only once. Only this browser tab keeps it, and only while it is open. */
let firstKey: string | null = null;

export const keepFirstKey = (key: string): void => {
  firstKey = key;
};

export const keptFirstKey = (): string | null => firstKey;
