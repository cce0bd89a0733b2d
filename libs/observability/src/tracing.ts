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
  /** W3C traceparent of what has caused it; absent: whatever runs now, else nothing. */
  readonly parent?: string | undefined;
  /** W3C traceparent of somebody else's trace that it is known to belong with. */
  readonly link?: string | undefined;
}

const TRACER = 'churn-scoring';
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const w3c = new W3CTraceContextPropagator();

/** A span that its caller ends; `traced` does so by itself. */
export function beginSpan(name: string, { kind, attributes, parent, link }: TracedWork): Span {
  const links: Link[] = [spanContextOf(link)].flatMap((found) => (found === undefined ? [] : [{ context: found }]));
  const within = parent === undefined ? context.active() : contextOf(parent);
  return trace.getTracer(TRACER).startSpan(name, { kind: KINDS[kind], attributes, links }, within);
}

/** Runs `work` within a span of its own. A failure is named in it and passed on. */
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
 * Makes a span of a database statement, as a part of whatever is traced now; of what nobody traces there is none, such as the sweeps that
 * look every second. It tells the operation, the tables and how many rows: no text and no value.
 * @returns what ends it.
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

/** Runs `work` as a part of the span, which its caller ends. */
export const withinSpan = (span: Span, work: () => void): void => context.with(trace.setSpan(context.active(), span), work);

/** @param type what kind of failure; never a message, which may hold what somebody has sent. */
export function failSpan(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** W3C traceparent by which other processes go on with the span, or with what runs now; undefined while nothing is traced. */
export function traceparentOf(span: Span | undefined = trace.getActiveSpan()): string | undefined {
  if (span === undefined) return undefined;
  const carrier: Record<string, string> = {};
  w3c.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
  return carrier['traceparent'];
}

/** For the log: lines of a traced job can be found by the id of its trace. */
export function currentTraceId(): { traceId?: string } {
  const span = trace.getActiveSpan();
  return span === undefined ? {} : { traceId: span.spanContext().traceId };
}

const contextOf = (traceparent: string): Context => w3c.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);

const spanContextOf = (traceparent: string | undefined): ReturnType<typeof trace.getSpanContext> =>
  traceparent === undefined ? undefined : trace.getSpanContext(contextOf(traceparent));
