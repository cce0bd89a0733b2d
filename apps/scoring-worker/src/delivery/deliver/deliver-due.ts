import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { Log } from '#libs/observability';
import type { Stage } from '../../runner/stage.js';
import { EndpointLease } from './endpoint-lease.js';
import { EndpointSender } from './endpoint-sender.js';
import { type DueEndpoint, findDueEndpoints, findDueEndpointsOf } from './lease-endpoint.sql.js';
import { SendTools } from './send-tools.js';

/** The sweep takes no more endpoints while the process serves this many. Queue jobs may add the same number. */
const ENDPOINTS = 300;
/**
 * Number of endpoints of one tenant among them. A tenant has many through the URLs of its campaigns; the rest wait, to leave room for other tenants.
 */
const ENDPOINTS_OF_TENANT = 30;
/** Grace period for attempts in flight at shutdown. After it they are aborted, and another worker retries them. */
const GRACE_MS = 5 * SECOND_MS;

interface ServedEndpoint {
  readonly tenantId: TenantId;
  /** Null while this process holds no lease. */
  sender: EndpointSender | null;
  /** More may have become due since the lease began. */
  again: boolean;
}

function lookAgain(served: ServedEndpoint): void {
  served.again = true;
  served.sender?.lookAgain();
}

/** Sends due deliveries, to each endpoint independently. Queue jobs and the sweep start it; an endpoint is served only once at a time. */
@Injectable()
export class DeliverDue implements Stage<DueEndpoint> {
  private readonly running = new Map<string, ServedEndpoint>();
  private readonly ended = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly box: SecretBox,
    private readonly log: Log,
    private readonly tools: SendTools,
  ) {}

  /** Starts to serve the tenant's endpoints that have due deliveries. */
  async startFor(tenantId: TenantId): Promise<void> {
    for (const endpoint of await this.database.transaction(tenantId, findDueEndpointsOf)) this.start(endpoint);
    for (const served of this.running.values()) if (served.tenantId === tenantId) lookAgain(served);
  }

  /** Finds endpoints of all tenants with due deliveries, up to the room that this process has. */
  async findDue(): Promise<DueEndpoint[]> {
    const room = ENDPOINTS - this.running.size;
    if (room <= 0) return [];
    const tenants = new Set(Array.from(this.running.values(), ({ tenantId }) => tenantId));
    return findDueEndpoints(
      this.database,
      room,
      [...tenants].filter((tenantId) => this.isFullFor(tenantId)),
    );
  }

  /** Starts to serve the endpoint. Does not wait: an endpoint may take minutes. */
  async work(endpoint: DueEndpoint): Promise<boolean> {
    this.start(endpoint);
    return false;
  }

  /** Gives attempts in flight a grace period, then aborts them. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const { sender } of this.running.values()) sender?.stop();
    const graceEnd = setTimeout(() => {
      for (const { sender } of this.running.values()) sender?.abort();
    }, GRACE_MS);
    await Promise.all(this.ended);
    clearTimeout(graceEnd);
  }

  private start(endpoint: DueEndpoint): void {
    if (this.running.has(endpoint.id) || this.isStopping || this.isFullFor(endpoint.tenantId)) return;
    const ended = this.serve(endpoint).catch((error: unknown) => {
      this.log.error('delivery.interrupted', error, { tenantId: endpoint.tenantId, endpointId: endpoint.id });
    });
    this.ended.add(ended);
    void ended.then(() => this.ended.delete(ended));
  }

  private isFullFor(tenantId: TenantId): boolean {
    let count = 0;
    for (const served of this.running.values()) if (served.tenantId === tenantId) count += 1;
    return count >= ENDPOINTS_OF_TENANT || this.running.size >= 2 * ENDPOINTS;
  }

  private async serve(endpoint: DueEndpoint): Promise<void> {
    const served: ServedEndpoint = { tenantId: endpoint.tenantId, sender: null, again: true };
    this.running.set(endpoint.id, served);
    try {
      while (served.again && !this.isStopping) {
        served.again = false;
        await this.serveLease(served, endpoint);
      }
    } finally {
      this.running.delete(endpoint.id);
    }
  }

  private async serveLease(served: ServedEndpoint, endpoint: DueEndpoint): Promise<void> {
    const room = this.tools.room.ofEndpoint();
    try {
      const lease = new EndpointLease(
        { database: this.database, box: this.box, clock: this.clock, protocols: this.tools.protocols },
        endpoint,
        room,
      );
      const start = await lease.begin();
      if (start === null) return;
      served.sender = new EndpointSender(lease, start, this.tools);
      await this.sendAll(served.sender, endpoint);
    } finally {
      room.close();
      served.sender = null;
    }
  }

  private async sendAll(sender: EndpointSender, { tenantId, id }: DueEndpoint): Promise<void> {
    const started = performance.now();
    if (this.isStopping) sender.stop();
    const { isLost, ...counts } = await sender.sendAll();
    const fields = { tenantId, endpointId: id, ...counts, ms: Math.round(performance.now() - started) };
    if (isLost) this.log.warn('delivery.lease_lost', fields);
    else if (counts.delivered + counts.failed + counts.deadLetters > 0) this.log.info('webhooks.delivered', fields);
  }
}
