import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const TIMEOUT_MS = 30_000;

/** Calls the API like a merchant, over persistent connections. Opens one connection per concurrent request. */
export class HttpClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1000, maxFreeSockets: 1000 });

  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string,
  ) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path, '');
  }

  post(path: string, body: string): Promise<Answer> {
    return this.send('POST', path, body);
  }

  close(): void {
    this.agent.destroy();
  }

  /** @returns the answer; status 0 when there was none. */
  private send(method: 'GET' | 'POST', path: string, body: string): Promise<Answer> {
    const headers = {
      'X-API-Key': this.apiKey,
      ...(method === 'POST' && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    return new Promise((resolve) => {
      const noAnswer = (error: Error): void => resolve({ status: 0, text: error.message });
      const sent = request(`${this.baseUrl}${path}`, { method, headers, agent: this.agent, timeout: TIMEOUT_MS }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', noAnswer);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.once('error', noAnswer);
      sent.end(body);
    });
  }
}
