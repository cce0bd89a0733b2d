import { randomUUID } from 'node:crypto';
import request, { type Response, type Test } from 'supertest';
import { remember } from './mailed-secrets.js';

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly company_name: string;
  readonly timezone?: string;
}

/** The fields of a sign-in answer that the tests read. The OpenAPI document describes all of them. */
export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly role: string;
    readonly tenant_id: string;
    readonly two_factor_enabled: boolean;
    readonly email_verified: boolean;
  };
}

/** A person who has signed in, as their program sees the service: over HTTP, with an access token. */
export class Person {
  constructor(
    private readonly baseUrl: string,
    readonly email: string,
    readonly password: string,
    readonly signedIn: SignedIn,
    /** The API key from the registration; empty for invited people. */
    readonly apiKey = '',
  ) {
    remember(email, password, signedIn.access_token, signedIn.refresh_token, apiKey);
  }

  static async register(baseUrl: string, input: Partial<Registration> = {}): Promise<Person> {
    const registration = { email: `ada-${randomUUID()}@example.com`, password: `pass ${randomUUID()}`, company_name: 'Ada & Co', ...input };
    const send = (): Promise<Response> =>
      request(baseUrl)
        .post('/auth/register')
        .send(registration)
        .then((answer) => answer);
    // Just after its start on a busy machine the API may refuse because Redis answers too late for the limiter. Nothing is stored then.
    const first = await send();
    const { status, body } = first.status === 503 ? await send() : first;
    if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
    return new Person(baseUrl, registration.email, registration.password, body as SignedIn, (body as { api_key: string }).api_key);
  }

  /** The same person after the address was verified. */
  verified(): Person {
    const user = { ...this.signedIn.user, email_verified: true };
    return new Person(this.baseUrl, this.email, this.password, { ...this.signedIn, user }, this.apiKey);
  }

  get tenantId(): string {
    return this.signedIn.user.tenant_id;
  }

  get token(): string {
    return this.signedIn.access_token;
  }

  get(path: string): Test {
    return this.call('GET', path);
  }

  call(method: string, path: string): Test {
    return request(this.baseUrl)[method.toLowerCase() as 'get'](path).set('Authorization', `Bearer ${this.token}`);
  }

  post(path: string, body?: object): Test {
    const call = this.call('POST', path);
    return body === undefined ? call : call.send(body);
  }

  /** Signs in once more, which is a session of its own. */
  async again(more: { readonly totp_code?: string; readonly password?: string } = {}): Promise<Person> {
    const { status, body } = await this.login(more);
    if (status !== 200) throw new Error(`not signed in: ${status} ${JSON.stringify(body)}`);
    return new Person(this.baseUrl, this.email, more.password ?? this.password, body as SignedIn, this.apiKey);
  }

  login(more: object = {}): Promise<Response> {
    return request(this.baseUrl)
      .post('/auth/login')
      .send({ email: this.email, password: this.password, ...more });
  }
}
