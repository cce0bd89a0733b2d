import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
  readonly links?: readonly { readonly traceId: string }[];
}

/** A span as it arrived. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly linkedTraces: readonly string[];
}

interface WireBody {
  readonly resourceSpans: readonly { readonly resource: { attributes: WireSpan['attributes'] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

const attributesOf = (list: WireSpan['attributes']): Record<string, string | number | undefined> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** A collector of OpenTelemetry traces, by OTLP over HTTP in JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void this.take(request).then(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
    });
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TraceCollector(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(request, 'end');
    if (request.url !== '/v1/traces') return;
    this.headers.push(request.headers);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as WireBody;
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = String(attributesOf(resource.attributes)['service.name']);
      const spans = scopeSpans.flatMap((scope) => scope.spans);
      this.spans.push(
        ...spans.map(({ traceId, spanId, parentSpanId, name, attributes, links }) => ({
          service,
          traceId,
          spanId,
          parentSpanId,
          name,
          attributes: attributesOf(attributes),
          linkedTraces: (links ?? []).map((link) => link.traceId),
        })),
      );
    }
  }
}
