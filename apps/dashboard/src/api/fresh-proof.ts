/** The question for the password that is open, and what to do with its answer. */
interface Question {
  readonly answer: Promise<boolean>;
  readonly resolve: (isProven: boolean) => void;
}

let open: Question | null = null;
const listeners = new Set<() => void>();

function change(next: Question | null): void {
  open = next;
  for (const listener of listeners) listener();
}

function newQuestion(): Question {
  const resolvers: Question['resolve'][] = [];
  const answer = new Promise<boolean>((resolve) => {
    resolvers.push(resolve);
  });
  return { answer, resolve: (isProven) => resolvers.forEach((resolve) => resolve(isProven)) };
}

/** Asks the reader for the password, once for all calls that ask at the same time. @returns whether the service has taken it */
export function askForProof(): Promise<boolean> {
  // The sign-in pages show no dialog that could answer.
  if (listeners.size === 0) return Promise.resolve(false);
  const question = open ?? newQuestion();
  if (open === null) change(question);
  return question.answer;
}

/** Answers the open question. */
export function answerProof(isProven: boolean): void {
  open?.resolve(isProven);
  change(null);
}

export const isProofAsked = (): boolean => open !== null;

export function onProofAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
