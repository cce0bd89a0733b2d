import type { SystemUnderTest } from './system/system-under-test.js';

export type Say = (line: string) => void;

/** The settings of a part. */
export interface PartRun {
  /** Starts Postgres, Redis, the api and the yardstick; a part that does without them does not ask. Once a run. */
  readonly startSystem: () => Promise<SystemUnderTest>;
  /** Length of one round. */
  readonly seconds: number;
  /** Customers of a shop that has to be large. */
  readonly customers: number;
  readonly say: Say;
}

/** A page of its own for what is too long for the page of all parts. */
export interface PartDetails {
  /** Below docs/performance. */
  readonly file: string;
  readonly title: string;
  readonly markdown: string;
}

/** A plot that the markdown shows. */
export interface PartImage {
  /** Below docs/images. */
  readonly file: string;
  readonly svg: string;
}

export interface PartReport {
  /** Tables and what they say, with headings of the third level at most. */
  readonly markdown: string;
  readonly details?: PartDetails;
  readonly images?: readonly PartImage[];
  /** Requests failed that must not. */
  readonly hasFailed: boolean;
}

/** One thing that is measured. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** Run when none is named; the others take long. */
  readonly isUsual: boolean;
  /** Far above what it takes; then it is given up. */
  readonly limitMs: (seconds: number) => number;
  /** The method as a Markdown list; empty where the report explains it. */
  readonly how: string;
  readonly measure: (run: PartRun) => Promise<PartReport>;
}
