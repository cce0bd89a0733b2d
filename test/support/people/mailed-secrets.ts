/** Secrets that a test has used; no log line may hold one of them. */
const USED = new Set<string>();

/** Shorter ones would be found by chance. */
const SHORTEST = 10;

/** Tests call this with every password, code and token that they choose or receive. */
export function remember(...secrets: readonly string[]): void {
  for (const secret of secrets) if (secret.length >= SHORTEST) USED.add(secret);
}

/** Patterns that match secrets of any owner. */
const LOOKS = [
  ['a JWT', /eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/],
  ['an API key', /ck_live_\w{20,}/],
  ['a webhook secret', /whsec_[\w+/]{20,}/],
  ['a token', /(?<![\w-])[\w-]{86,91}(?![\w-])/],
  ['a hash of a password', /\$2[aby]\$\d\d\$/],
  ['the secret of an app', /otpauth:/],
  ['an e-mail address', /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
] as const;

/** @returns each remembered secret that the output of a process contains, with its line */
export function secretsIn(output: string): string[] {
  const lines = output.split('\n');
  const looks = LOOKS.flatMap(([what, look]) => lines.filter((line) => look.test(line)).map((line) => `${what}: ${line}`));
  const used = [...USED].flatMap((secret) => lines.filter((line) => line.includes(secret)).map((line) => `a secret of the test: ${line}`));
  return [...looks, ...used];
}
