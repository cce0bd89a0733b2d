import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

// Every metric of both processes. Labels are from closed lists, never ids, paths or addresses: each value is a series for ever.
// docs/operations/alerts.md explains each metric. A test compares dashboards, alerts and that page with this list.

const FROM_MS_TO_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6, 15];
const FROM_MOMENT_TO_HOUR = [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600];

export const HTTP_REQUESTS = new Histogram({
  name: 'churn_http_request_duration_seconds',
  help: 'Requests by route template, method and status, from arrival to the end of the answer',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: FROM_MS_TO_SECONDS,
});

export const EVENTS = new Counter({
  name: 'churn_events_total',
  help: 'Events by what became of them',
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
  help: 'Scores written, by what has caused them',
  labelNames: ['occasion'] as const,
});

export const CUSTOMERS_NOT_SCORED = new Counter({
  name: 'churn_customers_not_scored_total',
  help: 'Customers who kept their old score because theirs could not be calculated or stored',
});

export const SCORE_DELAY = new Histogram({
  name: 'churn_score_delay_seconds',
  help: 'From the commit of an event to that of the score, per score request',
  labelNames: ['lane'] as const,
  buckets: FROM_MOMENT_TO_HOUR,
});

export const DELIVERY_ATTEMPTS = new Histogram({
  name: 'churn_delivery_attempt_duration_seconds',
  help: 'Attempts at webhooks by outcome: success, or the error that the delivery shows',
  labelNames: ['outcome'] as const,
  buckets: FROM_MS_TO_SECONDS,
});

export const DELIVERY_DELAY = new Histogram({
  name: 'churn_delivery_delay_seconds',
  help: 'From what a webhook tells of to the first attempt at it',
  labelNames: ['event'] as const,
  buckets: FROM_MOMENT_TO_HOUR,
});

export const DEAD_LETTERS = new Counter({
  name: 'churn_dead_letters_total',
  help: 'Deliveries given up after an attempt, by reason',
  labelNames: ['reason'] as const,
});

/** Read from Postgres and Redis when somebody asks for the metrics; every process tells the same. */
export const SHARED_STATE = {
  scoreRequestAge: new Gauge({
    name: 'churn_score_requests_oldest_seconds',
    help: 'How long the oldest customer with new events has waited for a score; 0: nobody waits',
    labelNames: ['lane'] as const,
  }),
  scoreRequestTenants: new Gauge({
    name: 'churn_score_requests_tenants',
    help: 'Tenants with customers who wait for a score',
    labelNames: ['lane'] as const,
  }),
  announcementAge: new Gauge({
    name: 'churn_announcements_oldest_seconds',
    help: 'How long the oldest announcement has waited to become a delivery; 0: none waits',
  }),
  deliveryAge: new Gauge({
    name: 'churn_deliveries_oldest_due_seconds',
    help: 'How long the address that is due longest has waited for a worker; 0: none waits',
  }),
  deliveryEndpoints: new Gauge({
    name: 'churn_delivery_receivers_due',
    help: 'Addresses with deliveries due that no worker serves, counted to 1000',
  }),
  mailAge: new Gauge({
    name: 'churn_mails_oldest_due_seconds',
    help: 'How long the mail that is due longest has waited for the mail server; 0: none waits',
  }),
  queueJobs: new Gauge({ name: 'churn_queue_jobs', help: 'Jobs in Redis by queue and state', labelNames: ['queue', 'state'] as const }),
  queueAge: new Gauge({
    name: 'churn_queue_oldest_seconds',
    help: 'How long the oldest waiting job has waited; 0: none waits',
    labelNames: ['queue'] as const,
  }),
};

/** Of this process alone. */
export const OWN_STATE = {
  ready: new Gauge({ name: 'churn_ready', help: '1 while a part answers, 0 while it fails', labelNames: ['part'] as const }),
  poolConnections: new Gauge({
    name: 'churn_database_pool_connections',
    help: 'Connections to Postgres: used, idle, and the most there may be',
    labelNames: ['state'] as const,
  }),
  poolWaiting: new Gauge({ name: 'churn_database_pool_waiting', help: 'Transactions that wait for a connection' }),
  replicaUsable: new Gauge({
    name: 'churn_database_replica_usable',
    help: '1 while the read replica is recent enough to be asked, 0 while the primary answers for it; absent without one',
  }),
  replicaLag: new Gauge({
    name: 'churn_database_replica_lag_seconds',
    help: 'How far the read replica was behind the primary when it was asked last; absent while nobody knows',
  }),
  replicaReads: new Counter({
    name: 'churn_database_replica_reads_total',
    help: 'Reads that may go to the replica since the start: answered by it, or by the primary because it was unusable, has failed, or did not know',
    labelNames: ['outcome'] as const,
  }),
  wakeUps: new Counter({
    name: 'churn_wake_ups_total',
    help: 'Wake-ups told to Redis since the start, and those that it did not take',
    labelNames: ['outcome'] as const,
  }),
};

/** Event loop, memory, CPU and garbage collection too, under the names that everybody knows. Called once per process. */
export function collectProcessMetrics(): void {
  collectDefaultMetrics();
}

/** In the text format of Prometheus. */
export const readMetrics = (): Promise<string> => register.metrics();

export const METRICS_CONTENT_TYPE = register.contentType;
