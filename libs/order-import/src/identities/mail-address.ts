/** Returns whether a text is an e-mail address and nothing else. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
