import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

// Every metric of both processes. Labels are from closed lists, never ids, paths or addresses: each value is a series that is never
// removed. docs/operations/alerts.md explains each metric. A test compares dashboards, alerts and that page with this list.

const FROM_MS_TO_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6, 15];
const FROM_MOMENT_TO_HOUR = [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600];

export const HTTP_REQUESTS = new Histogram({
  name: 'churn_http_request_duration_seconds',
  help: 'Requests by route template, method and status, from arrival to the end of the response',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: FROM_MS_TO_SECONDS,
});

export const EVENTS = new Counter({
  name: 'churn_events_total',
  help: 'Events received, by outcome',
  labelNames: ['outcome'] as const,
});

export const STORAGE_QUOTA = new Counter({
  name: 'churn_storage_quota_total',
  help: 'Quotas of stored bytes, by outcome: tenants told that theirs is nearly used up, and refused requests',
  labelNames: ['outcome'] as const,
});

export const JOBS = new Histogram({
  name: 'churn_job_duration_seconds',
  help: 'Jobs taken from Redis, by queue and outcome',
  labelNames: ['queue', 'outcome'] as const,
  buckets: FROM_MS_TO_SECONDS,
});

export const CUSTOMERS_SCORED = new Counter({
  name: 'churn_customers_scored_total',
  help: 'Scores written, by occasion: events, backfill or pass',
  labelNames: ['occasion'] as const,
});

export const CUSTOMERS_NOT_SCORED = new Counter({
  name: 'churn_customers_not_scored_total',
  help: 'Customers that kept their old score because the new one could not be calculated or stored',
});

export const SCORE_DELAY = new Histogram({
  name: 'churn_score_delay_seconds',
  help: 'From the commit of an event to the commit of its score, per score request',
  labelNames: ['lane'] as const,
  buckets: FROM_MOMENT_TO_HOUR,
});

export const CLOCK_OFFSET = new Gauge({
  name: 'churn_clock_offset_seconds',
  help: 'By how much the clock of the process is ahead of the clock of the database, measured once a minute',
});

export const DELIVERY_ATTEMPTS = new Histogram({
  name: 'churn_delivery_attempt_duration_seconds',
  help: 'Attempts by the kind of the destination (campaigns: webhook) and outcome: success, or the error of the delivery',
  labelNames: ['kind', 'outcome'] as const,
  buckets: FROM_MS_TO_SECONDS,
});

export const DELIVERY_DELAY = new Histogram({
  name: 'churn_delivery_delay_seconds',
  help: 'From the change that a webhook reports to its first attempt',
  labelNames: ['event'] as const,
  buckets: FROM_MOMENT_TO_HOUR,
});

export const DEAD_LETTERS = new Counter({
  name: 'churn_dead_letters_total',
  help: 'Deliveries given up, by reason; not those of erased customers',
  labelNames: ['reason'] as const,
});

/** Read from Postgres and Redis at each scrape. Every process reports the same values. */
export const SHARED_STATE = {
  scoreRequestAge: new Gauge({
    name: 'churn_score_requests_oldest_seconds',
    help: 'Age of the oldest score request; 0 when none waits',
    labelNames: ['lane'] as const,
  }),
  scoreRequestTenants: new Gauge({
    name: 'churn_score_requests_tenants',
    help: 'Tenants with score requests',
    labelNames: ['lane'] as const,
  }),
  scoreRequestsSetAside: new Gauge({
    name: 'churn_score_requests_set_aside',
    help: 'Score requests that no worker could process; they wait for a person',
  }),
  outboxAge: new Gauge({
    name: 'churn_outbox_oldest_seconds',
    help: 'Age of the oldest outbox event that is not yet a delivery; 0 when none waits',
  }),
  deliveryAge: new Gauge({
    name: 'churn_deliveries_oldest_due_seconds',
    help: 'How long the endpoint that is due longest has waited for a worker; 0 when none waits',
  }),
  deliveryEndpoints: new Gauge({
    name: 'churn_delivery_endpoints_due',
    help: 'Endpoints with due deliveries that no worker serves, counted up to 1000',
  }),
  mailAge: new Gauge({
    name: 'churn_mails_oldest_due_seconds',
    help: 'How long the oldest due mail has waited for the mail server; 0 when none waits',
  }),
  queueJobs: new Gauge({ name: 'churn_queue_jobs', help: 'Jobs in Redis by queue and state', labelNames: ['queue', 'state'] as const }),
  queueAge: new Gauge({
    name: 'churn_queue_oldest_seconds',
    help: 'Age of the oldest waiting job; 0 when none waits',
    labelNames: ['queue'] as const,
  }),
};

/** State of this process alone. */
export const OWN_STATE = {
  ready: new Gauge({ name: 'churn_ready', help: '1 while a part answers, 0 while it fails', labelNames: ['part'] as const }),
  poolConnections: new Gauge({
    name: 'churn_database_pool_connections',
    help: 'Connections to Postgres: used, idle and maximum',
    labelNames: ['state'] as const,
  }),
  poolWaiting: new Gauge({ name: 'churn_database_pool_waiting', help: 'Transactions that wait for a connection' }),
  replicaUsable: new Gauge({
    name: 'churn_database_replica_usable',
    help: '1 while the read replica is recent enough to use, 0 while the primary answers instead; absent without a replica',
  }),
  replicaLag: new Gauge({
    name: 'churn_database_replica_lag_seconds',
    help: 'Lag of the read replica behind the primary at the last check; absent while unknown',
  }),
  replicaReads: new Counter({
    name: 'churn_database_replica_reads_total',
    help: 'Reads allowed on the replica since the start: answered by it, or by the primary because the replica was unusable, failed or had no answer',
    labelNames: ['outcome'] as const,
  }),
  wakeUps: new Counter({
    name: 'churn_wake_ups_total',
    help: 'Wake-ups published to Redis since the start, and those that failed',
    labelNames: ['outcome'] as const,
  }),
};

/** Adds the standard metrics of Node.js: event loop, memory, CPU and garbage collection. Call it once per process. */
export function collectProcessMetrics(): void {
  collectDefaultMetrics();
}

/** Returns all metrics in the text format of Prometheus. */
export const readMetrics = (): Promise<string> => register.metrics();

export const METRICS_CONTENT_TYPE = register.contentType;
