import {
  type Attributes,
  context,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

export interface TracedWork {
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  readonly attributes: Attributes;
  /** W3C traceparent of the cause; without it the current span is the parent, if there is one. */
  readonly parent?: string | undefined;
  /** W3C traceparent of another system's trace, which the span links to. */
  readonly link?: string | undefined;
}

const TRACER = 'churn-scoring';
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const w3c = new W3CTraceContextPropagator();

/** Starts a span that the caller ends. `traced` ends its span itself. */
export function beginSpan(name: string, { kind, attributes, parent, link }: TracedWork): Span {
  const links: Link[] = [spanContextOf(link)].flatMap((found) => (found === undefined ? [] : [{ context: found }]));
  const within = parent === undefined ? context.active() : contextOf(parent);
  return trace.getTracer(TRACER).startSpan(name, { kind: KINDS[kind], attributes, links }, within);
}

/** Runs `work` in a new span. An error is noted in the span and thrown on. */
export async function traced<T>(name: string, options: TracedWork, work: (span: Span) => Promise<T>): Promise<T> {
  const span = beginSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span));
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Starts a span for a database statement inside the current span. Without a current span there is none, as for the sweeps that run
 * every second. It holds the operation, the tables and the number of rows: no text and no value.
 * @returns a function that ends the span
 */
export function traceStatement({ operation, tables }: { readonly operation: string; readonly tables: readonly string[] }): EndStatement {
  if (trace.getActiveSpan()?.isRecording() !== true) return () => undefined;
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.collection.name': tables.join(', ') };
  const span = beginSpan([operation, tables.join(', ')].join(' ').trim(), { kind: 'client', attributes });
  return ({ rows, error }) => {
    if (rows !== null) span.setAttribute('churn.rows', rows);
    if (error !== null) failSpan(span, error);
    span.end();
  };
}

type EndStatement = (end: { readonly rows: number | null; readonly error: string | null }) => void;

/** Runs `work` inside the span. The caller ends the span. */
export const withinSpan = (span: Span, work: () => void): void => context.with(trace.setSpan(context.active(), span), work);

/** @param type kind of failure; never a message, which may contain data of a caller */
export function failSpan(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** Returns the W3C traceparent with which other processes continue the span; undefined while nothing is traced. */
export function traceparentOf(span: Span | undefined = trace.getActiveSpan()): string | undefined {
  if (span === undefined) return undefined;
  const carrier: Record<string, string> = {};
  w3c.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
  return carrier['traceparent'];
}

/** Returns the trace id for log lines. */
export function currentTraceId(): { traceId?: string } {
  const span = trace.getActiveSpan();
  return span === undefined ? {} : { traceId: span.spanContext().traceId };
}

const contextOf = (traceparent: string): Context => w3c.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);

const spanContextOf = (traceparent: string | undefined): ReturnType<typeof trace.getSpanContext> =>
  traceparent === undefined ? undefined : trace.getSpanContext(contextOf(traceparent));
