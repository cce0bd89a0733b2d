import type { Cleanup } from './system/cleanup.js';
import type { SystemUnderTest } from './system/system-under-test.js';

export type Say = (line: string) => void;

/** The settings of a part. */
export interface PartRun {
  /** Starts Postgres, Redis, the api and the yardstick. A part that needs no servers does not call it. Call it once per run. */
  readonly startSystem: (settings?: NodeJS.ProcessEnv) => Promise<SystemUnderTest>;
  /** For a part that starts its own servers: its steps run at the end. */
  readonly cleanup: Cleanup;
  /** Length of one round in seconds. */
  readonly seconds: number;
  /** Number of customers of a large shop. */
  readonly customers: number;
  readonly say: Say;
}

/** A plot that the markdown shows. */
export interface PartImage {
  /** Path below docs/images. */
  readonly file: string;
  readonly alt: string;
  readonly svg: string;
}

export interface PartReport {
  /** Tables and a list of what they say, with headings of level 3 or deeper. The page of the docs keeps the list only. */
  readonly markdown: string;
  /** Markdown that follows in the file with everything, such as query plans. */
  readonly details?: string;
  readonly images?: readonly PartImage[];
  /** True when requests failed that must not fail. */
  readonly hasFailed: boolean;
}

/** One measurement of the bench. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** True for parts that run by default. The others take long. */
  readonly isUsual: boolean;
  /** Timeout, far above the usual duration. */
  readonly limitMs: (seconds: number) => number;
  /** The method as a Markdown list; empty where the report explains it. */
  readonly how: string;
  readonly measure: (run: PartRun) => Promise<PartReport>;
}
