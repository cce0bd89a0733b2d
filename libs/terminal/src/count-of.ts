/** Writes a count with its noun: "1 row", "2 rows". */
export const countOf = (count: number, noun: string, several = `${noun}s`): string => `${count} ${count === 1 ? noun : several}`;
