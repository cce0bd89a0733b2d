/** A page of the dashboard that shows more about a sentence. */
export interface PageOf {
  readonly label: string;
  /** Begins with a slash. */
  readonly path: string;
}
