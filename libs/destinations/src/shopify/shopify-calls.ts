import { createHash } from 'node:crypto';
import {
  accessTokenHeader,
  complaintsOf,
  isObject,
  listIn,
  objectIn,
  type PlatformAnswer,
  type PlatformResult,
  readAnswer,
  readGraphql,
  type ShopifyAccess,
  shopUrl,
} from '#libs/storefront';
import type { VendorHttp } from '../vendor-http.js';
import { DEFINITIONS } from './customer-values.js';

const ENDPOINT = '/admin/api/2026-07/graphql.json';

const SCOPES = 'query Scopes { currentAppInstallation { accessScopes { handle } } }';
const RUNNING = 'query BulkOperations { bulkOperations(first: 5, sortKey: CREATED_AT, reverse: true) { nodes { status type } } }';
const OPERATION = 'query BulkOperation($id: ID!) { bulkOperation(id: $id) { status errorCode url } }';
const STAGE = `
mutation Stage($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) { stagedTargets { url parameters { name value } } userErrors { message } }
}`;
const RUN = `
mutation RunBulk($mutation: String!, $path: String!) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path) { bulkOperation { id } userErrors { code } }
}`;
const DEFINE = `
mutation Define(${DEFINITIONS.map((_, i) => `$d${i}: MetafieldDefinitionInput!`).join(', ')}) {
  ${DEFINITIONS.map((_, i) => `d${i}: metafieldDefinitionCreate(definition: $d${i}) { userErrors { code } }`).join('\n  ')}
}`;

/** States in which a bulk operation may still write. */
const UNENDED = new Set(['CREATED', 'RUNNING', 'CANCELING']);

/** A bulk operation as Shopify reports it. */
export interface BulkOperation {
  readonly isRunning: boolean;
  /** `COMPLETED`, or how else it ended. */
  readonly status: string;
  readonly errorCode: string | null;
  /** Address of its result; null without one. */
  readonly url: string | null;
}

/** Shopify's answer to a new bulk operation: its id, or the code of the reason why it does not run. */
export type Begun = { readonly kind: 'begun'; readonly id: string } | { readonly kind: 'not_begun'; readonly code: string };

/** The place for an upload. */
interface StagedTarget {
  readonly url: string;
  readonly parameters: readonly (readonly [string, string])[];
  readonly path: string;
}

/** The calls to a connected Shopify shop that bring its customers up to date. */
export class ShopifyCalls {
  constructor(
    private readonly http: VendorHttp,
    private readonly access: ShopifyAccess,
  ) {}

  /** Returns the permissions that the shop has granted. */
  async scopes(): Promise<PlatformResult<string[]>> {
    return readGraphql(await this.ask(SCOPES), ({ currentAppInstallation }) =>
      (listIn(objectIn(currentAppInstallation)['accessScopes']) ?? []).map(({ handle }) => String(handle)),
    );
  }

  /** Tells whether a bulk operation of ours may still write, also one that a dead worker began. */
  async isBulkRunning(): Promise<PlatformResult<boolean>> {
    return readGraphql(await this.ask(RUNNING), ({ bulkOperations }) =>
      (listIn(objectIn(bulkOperations)['nodes']) ?? []).some(({ type, status }) => type === 'MUTATION' && UNENDED.has(String(status))),
    );
  }

  /** Creates the definitions of our metafields. One that exists already stays as it is, and metafields work without. */
  async define(): Promise<PlatformResult<null>> {
    const variables = Object.fromEntries(DEFINITIONS.map((definition, i) => [`d${i}`, definition]));
    return readGraphql(await this.ask(DEFINE, variables), () => null);
  }

  /** Runs mutations. @returns the codes of the errors of each alias; empty lists for success */
  async mutate(query: string, variables: object): Promise<PlatformResult<(alias: string) => string[]>> {
    return readGraphql(await this.ask(query, variables), (data) => (alias) => errorCodes(data[alias]));
  }

  /** @returns null for an operation that Shopify does not know (any more) */
  async operation(id: string): Promise<PlatformResult<BulkOperation | null>> {
    const answer = await this.ask(OPERATION, { id });
    const read = readGraphql(answer, ({ bulkOperation }) => operationOf(bulkOperation));
    // readGraphql refuses an answer with null in its only field as an answer without data.
    return read.kind === 'refused' && read.why === 'graphql_no_data' ? { kind: 'ok', value: null, pauseMs: 0 } : read;
  }

  /** Asks for a place to upload the variables of a bulk operation to. */
  async stage(): Promise<PlatformResult<StagedTarget>> {
    const input = [{ resource: 'BULK_MUTATION_VARIABLES', filename: 'profiles.jsonl', mimeType: 'text/jsonl', httpMethod: 'POST' }];
    return readGraphql(await this.ask(STAGE, { input }), ({ stagedUploadsCreate }) => {
      const [target] = listIn(objectIn(stagedUploadsCreate)['stagedTargets']) ?? [];
      if (target === undefined || complaintsOf(stagedUploadsCreate).length > 0) throw new TypeError('there is no target');
      const parameters = (listIn(target['parameters']) ?? []).map(({ name, value }) => [String(name), String(value)] as const);
      const path = parameters.find(([name]) => name === 'key')?.[1];
      if (typeof target['url'] !== 'string' || path === undefined) throw new TypeError('the target has no address');
      return { url: target['url'], parameters, path };
    });
  }

  /** Uploads one object per line. The address carries its own permission, so our token stays here. */
  async upload({ url, parameters }: StagedTarget, lines: readonly unknown[]): Promise<PlatformResult<null>> {
    const form = new FormData();
    for (const [name, value] of parameters) form.append(name, value);
    form.append('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')], { type: 'text/jsonl' }), 'profiles.jsonl');
    return readAnswer(await this.http.call({ method: 'POST', url, form }), () => null);
  }

  /** Starts a bulk operation that runs the mutation once per line of an uploaded file. */
  async run(mutation: string, path: string): Promise<PlatformResult<Begun>> {
    return readGraphql(await this.ask(RUN, { mutation, path }), ({ bulkOperationRunMutation: payload }) => {
      const { id } = objectIn(objectIn(payload)['bulkOperation']);
      return typeof id === 'string' ? { kind: 'begun', id } : { kind: 'not_begun', code: errorCodes(payload)[0] ?? 'UNKNOWN' };
    });
  }

  /** Returns the codes of the errors of each line of a result, by the number of the line. */
  async resultOf(url: string, field: string): Promise<ReadonlyMap<number, string> | null> {
    const read = readAnswer(await this.http.call({ method: 'GET', url }), (text) => failuresIn(text, field));
    return read.kind === 'ok' ? read.value : null;
  }

  private ask(query: string, variables: object = {}): Promise<PlatformAnswer> {
    const { at, token } = this.access;
    const headers = accessTokenHeader(at.platform, token);
    return this.http.call({ method: 'POST', url: shopUrl(at.app, at.shop, ENDPOINT), headers, json: { query, variables } });
  }
}

function operationOf(value: unknown): BulkOperation | null {
  if (!isObject(value)) return null;
  const { status, errorCode, url } = value;
  return {
    isRunning: UNENDED.has(String(status)),
    status: codeOf(status),
    errorCode: errorCode === null || errorCode === undefined ? null : codeOf(errorCode),
    url: typeof url === 'string' ? url : null,
  };
}

const CODE = /^[A-Z_]{1,60}$/;
/** Leaves out everything but a code: texts of errors may repeat what was sent. */
const codeOf = (code: unknown): string => (typeof code === 'string' && CODE.test(code) ? code : 'REFUSED');

/** Returns the codes of the errors of a mutation. One without an answer has failed. */
function errorCodes(payload: unknown): string[] {
  if (!isObject(payload)) return ['REFUSED'];
  return (listIn(payload['userErrors']) ?? []).map(({ code }) => codeOf(code));
}

/** @throws when the text is not JSONL */
function failuresIn(text: string, field: string): Map<number, string> {
  const failures = new Map<number, string>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const { data, __lineNumber: number } = objectIn(JSON.parse(line));
    const [code] = errorCodes(objectIn(data)[field]);
    if (typeof number === 'number' && code !== undefined) failures.set(number, code);
  }
  return failures;
}

/** Returns a short digest by which the lines of a result are matched with customers. */
export const digestOf = (ids: readonly (string | null)[]): string => createHash('sha256').update(ids.join()).digest('hex').slice(0, 16);
