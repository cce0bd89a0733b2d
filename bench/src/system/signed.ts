/** The signed-in owner of a tenant. Calls the API. */
export class Signed {
  private constructor(
    private readonly apiUrl: string,
    readonly token: string,
    readonly tenantId: string,
  ) {}

  static async up(apiUrl: string, email = 'bench@example.com'): Promise<Signed> {
    const registration = { email, password: 'a password for the bench', company_name: 'Benchmark' };
    const unknown = new Signed(apiUrl, '', '');
    const made = await unknown.post<{ access_token: string; tenant: { id: string } }>('/auth/register', registration);
    return new Signed(apiUrl, made.access_token, made.tenant.id);
  }

  /** @throws when the answer is not a success. */
  post<T>(path: string, body: object): Promise<T> {
    return this.call<T>(path, { method: 'POST', body: JSON.stringify(body) });
  }

  /** @throws when the answer is not a success. */
  get<T>(path: string): Promise<T> {
    return this.call<T>(path, { method: 'GET' });
  }

  private async call<T>(path: string, request: { method: string; body?: string }): Promise<T> {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${this.token}`, 'Idempotency-Key': 'bench' };
    const answer = await fetch(`${this.apiUrl}${path}`, { ...request, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${request.method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  }
}
