import { context, trace } from '@opentelemetry/api';
import { traceStatement } from './tracing.js';

export interface TracingOptions {
  /** URL of the collector without `/v1/traces`; null switches tracing off. */
  readonly endpoint: string | null;
  /** Headers for the collector, such as a credential. */
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces that are kept, 0 to 1. */
  readonly sampleRatio: number;
}

/** Returns the tracer of database statements; undefined without a collector, so that it costs nothing. */
export const statementTracer = ({ endpoint }: TracingOptions): typeof traceStatement | undefined =>
  endpoint === null ? undefined : traceStatement;

/** Time for sending the last spans at shutdown. */
const FLUSH_MS = 2000;

/** Starts to send spans to a collector, by OTLP over HTTP. Call it once per process. @returns a function that sends the last ones */
export async function exportTraces(service: string, { endpoint, headers, sampleRatio }: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === null) return () => Promise.resolve();
  // Loaded only when tracing is on: it is a third of the modules of a process.
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
