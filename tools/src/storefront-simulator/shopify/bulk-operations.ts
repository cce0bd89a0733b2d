import { setTimeout as sleep } from 'node:timers/promises';
import { parse, validate } from 'graphql';
import type { ShopifyFiles } from './shopify-files.js';
import { SHOPIFY_SCHEMA } from './shopify-schema.js';

/** A bulk operation of a shop. */
interface Operation {
  readonly id: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED';
  readonly type: 'MUTATION' | 'QUERY';
  errorCode: string | null;
  url: string | null;
  readonly partialDataUrl: null;
  /** A whole number as text. */
  objectCount: string;
}

/** Runs a query of one list. @returns its objects @throws for an app that may not see them */
type RunQuery = (query: string) => Iterable<object>;
/** Lines that are written before other calls are answered. */
const LINES_AT_ONCE = 250;
type RunLine = (mutation: string, variables: Record<string, unknown>) => Promise<object>;

/**
 * Bulk operations of a shop, as Shopify's documentation describes them. A query writes each object of a list as a line of a file. A mutation runs
 * once per line of an uploaded file, in the background, with the answers as JSONL. The lines are run at the end, so that an operation that overlaps with other calls does its worst.
 */
export class BulkOperations {
  readonly all: Operation[] = [];
  /** Fields of the mutations that have begun. */
  readonly begun: string[] = [];
  /** Operations at the same time: one before version 2026-01, five since. */
  atOnce = 1;
  mostOpen = 0;
  durationMs = 30;
  /** Objects of a query that are collected in a second. Shopify does not say how many it collects. */
  objectsPerSecond = Infinity;
  /** While true, operations go on running. */
  isHeld = false;
  /** Error codes of the next operations, which then do nothing. */
  readonly failures: string[] = [];

  constructor(
    private readonly files: ShopifyFiles,
    private readonly runLine: RunLine,
    private readonly runQuery: RunQuery,
  ) {}

  get resolvers(): object {
    return {
      bulkOperations: ({ first }: { first: number }) => ({ nodes: this.all.toReversed().slice(0, first) }),
      bulkOperation: ({ id }: { id: string }) => this.all.find((operation) => operation.id === id) ?? null,
      stagedUploadsCreate: ({ input }: { input: { resource: string; filename: string }[] }) => ({
        stagedTargets: input.map(({ filename }) => this.files.stage(filename)),
        userErrors: [],
      }),
      bulkOperationRunQuery: ({ query }: { query: string }) => this.beginQuery(query),
      bulkOperationRunMutation: ({ mutation, stagedUploadPath }: { mutation: string; stagedUploadPath: string }) =>
        this.begin(mutation, stagedUploadPath),
    };
  }

  private get open(): number {
    return this.openOf('MUTATION');
  }

  private openOf(type: Operation['type']): number {
    return this.all.filter((one) => one.type === type && (one.status === 'CREATED' || one.status === 'RUNNING')).length;
  }

  private beginQuery(query: string): object {
    if (this.openOf('QUERY') > 0) return refuse('OPERATION_IN_PROGRESS');
    if (!/\{ edges \{ node \{/.test(query) || validate(SHOPIFY_SCHEMA, parse(query)).length > 0) return refuse('INVALID');
    const id = `gid://shopify/BulkOperation/${Date.now()}${this.all.length}`;
    const operation = newOperation(id, 'QUERY');
    this.all.push(operation);
    this.begun.push('query');
    void this.workOnQuery(operation, query);
    return { bulkOperation: operation, userErrors: [] };
  }

  private async workOnQuery(operation: Operation, query: string): Promise<void> {
    if (!(await this.mayEnd(operation))) return;
    try {
      operation.url = await this.files.keepLines(this.collect(operation, query));
      operation.status = 'COMPLETED';
    } catch {
      Object.assign(operation, { status: 'FAILED', errorCode: 'ACCESS_DENIED' });
    }
  }

  /** Returns the lines of a file, no faster than the platform collects them. */
  private async *collect(operation: Operation, query: string): AsyncIterable<string> {
    const began = performance.now();
    let [count, lines] = [0, ''];
    for (const object of this.runQuery(query)) {
      lines += `${JSON.stringify(object)}\n`;
      count += 1;
      if (count % LINES_AT_ONCE > 0) continue;
      yield lines;
      lines = '';
      operation.objectCount = String(count);
      await sleep(Math.max(0, began + (count / this.objectsPerSecond) * 1000 - performance.now()));
    }
    if (lines !== '') yield lines;
    operation.objectCount = String(count);
  }

  /** Waits until the operation may end. @returns false when it has failed */
  private async mayEnd(operation: Operation): Promise<boolean> {
    await sleep(this.durationMs / 2);
    operation.status = 'RUNNING';
    do await sleep(this.durationMs / 2);
    while (this.isHeld);
    const failure = this.failures.shift();
    if (failure !== undefined) Object.assign(operation, { status: 'FAILED', errorCode: failure });
    return failure === undefined;
  }

  private begin(mutation: string, path: string): object {
    if (this.open >= this.atOnce) return refuse('OPERATION_IN_PROGRESS');
    const lines = this.files.read(path);
    if (lines === undefined) return refuse('NO_SUCH_FILE');
    if (validate(SHOPIFY_SCHEMA, parse(mutation)).length > 0) return refuse('INVALID_MUTATION');
    const id = `gid://shopify/BulkOperation/${Date.now()}${this.all.length}`;
    const operation = newOperation(id, 'MUTATION');
    this.all.push(operation);
    this.begun.push(/\{ (\w+)\(/.exec(mutation)?.[1] ?? mutation);
    this.mostOpen = Math.max(this.mostOpen, this.open);
    void this.work(operation, mutation, lines);
    return { bulkOperation: operation, userErrors: [] };
  }

  private async work(operation: Operation, mutation: string, lines: string): Promise<void> {
    if (!(await this.mayEnd(operation))) return;
    const results: string[] = [];
    for (const [number, line] of lines.split('\n').entries()) {
      const answer = await this.runLine(mutation, JSON.parse(line) as Record<string, unknown>);
      results.push(JSON.stringify({ ...answer, __lineNumber: number }));
    }
    operation.url = this.files.keep(results.join('\n'));
    operation.status = 'COMPLETED';
  }
}

const refuse = (code: string): object => ({ bulkOperation: null, userErrors: [{ code, message: code }] });

const newOperation = (id: string, type: Operation['type']): Operation => ({
  id,
  status: 'CREATED',
  type,
  errorCode: null,
  url: null,
  partialDataUrl: null,
  objectCount: '0',
});
