import { context, trace } from '@opentelemetry/api';
import { traceStatement } from './tracing.js';

export interface TracingOptions {
  /** Where spans go, without `/v1/traces`; null: nowhere, and tracing costs nothing. */
  readonly endpoint: string | null;
  /** Sent along, such as a credential of the collector. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are kept, 0 to 1. */
  readonly sampleRatio: number;
}

/** What tells of database statements; absent where nothing is traced, so that there it costs nothing. */
export const statementTracer = ({ endpoint }: TracingOptions): typeof traceStatement | undefined =>
  endpoint === null ? undefined : traceStatement;

/** Of the grace at the end of a process so much may go into the last spans. */
const FLUSH_MS = 2000;

/** Begins to send spans to a collector, by OTLP over HTTP. Called once per process. @returns what sends the last ones. */
export async function exportTraces(service: string, { endpoint, headers, sampleRatio }: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === null) return () => Promise.resolve();
  // Loaded by those who trace only: it is a third of what a process loads.
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `churn-${service}`, 'service.namespace': 'churn' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    const flushed = provider.shutdown().catch(() => undefined);
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
  };
}
