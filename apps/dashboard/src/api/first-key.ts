/** The API key that was made last, which the service shows only once. It is kept in this tab alone and is gone with it. */
let firstKey: string | null = null;

export const keepFirstKey = (key: string): void => {
  firstKey = key;
};

export const keptFirstKey = (): string | null => firstKey;
