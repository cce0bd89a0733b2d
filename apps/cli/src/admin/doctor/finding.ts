/** The outcome of one check. */
export interface Finding {
  readonly check: string;
  /** `warn`: works, but should be changed. `fail`: something does not work, or gives no protection. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** The advice on what to do; empty when all is well. */
  readonly advice: string;
}

export const fine = (check: string, message: string): Finding => ({ check, status: 'ok', message, advice: '' });
export const warning = (check: string, message: string, advice: string): Finding => ({ check, status: 'warn', message, advice });
export const failure = (check: string, message: string, advice: string): Finding => ({ check, status: 'fail', message, advice });
