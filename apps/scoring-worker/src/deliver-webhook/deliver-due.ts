import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database, SecretBox } from '#libs/database';
import { AddressGuard, Sender } from '#libs/delivery';
import { Log } from '#libs/observability';
import type { Stage } from '../runner/stage.js';
import { AttemptSlots } from './attempt-slots.js';
import { findDueEndpoints, findDueEndpointsOf, type DueEndpoint } from './lease-endpoint.sql.js';
import { EndpointLease } from './endpoint-lease.js';
import { SendLeased, type SendTools } from './send-leased.js';

/** Attempts of one process at once. They wait for others nearly all of the time. */
const ATTEMPTS = 400;
/** Of these, to addresses whose last attempt failed. */
const SUSPECT_ATTEMPTS = 200;
/** Addresses that one process serves at once. */
const ENDPOINTS = 300;
/** What is being sent at the end of a process may take so much longer; then it is given up, and sent again by another. */
const GRACE_MS = 5 * SECOND_MS;

/** An address that is being served. */
interface Served {
  readonly tenantId: TenantId;
  turn: SendLeased | null;
  /** Something may have become due since the turn began. */
  again: boolean;
}

function lookAgain(state: Served): void {
  state.again = true;
  state.turn?.lookAgain();
}

/** Sends what is due, to every address by itself. Called by Bull's jobs and by the sweep; where they meet, one call does it for both. */
@Injectable()
export class DeliverDue implements Stage<DueEndpoint> {
  private readonly running = new Map<string, Served>();
  private readonly ended = new Set<Promise<void>>();
  private readonly tools: SendTools;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly box: SecretBox,
    private readonly log: Log,
    config: Config,
  ) {
    this.tools = {
      sender: new Sender(config.webhooks, new AddressGuard(config.webhooks.openRanges)),
      clock,
      slots: new AttemptSlots(ATTEMPTS),
      suspectSlots: new AttemptSlots(SUSPECT_ATTEMPTS),
      unit: () => randomInt(2 ** 32) / 2 ** 32,
      speed: config.webhooks.speed,
      pollMs: config.worker.sweepIntervalMs,
    };
  }

  /** Begins to serve the addresses of the tenant that have something to do. */
  async startFor(tenantId: TenantId): Promise<void> {
    for (const receiver of await this.database.transaction(tenantId, findDueEndpointsOf)) this.start(receiver);
    for (const state of this.running.values()) if (state.tenantId === tenantId) lookAgain(state);
  }

  /** Finds endpoints with due deliveries, of all tenants, as many as this process has room for. */
  async findDue(): Promise<DueEndpoint[]> {
    const room = ENDPOINTS - this.running.size;
    return room > 0 ? findDueEndpoints(this.database, room) : [];
  }

  /** Starts to serve the endpoint. Does not wait: an endpoint may take minutes. */
  async work(endpoint: DueEndpoint): Promise<boolean> {
    this.start(endpoint);
    return false;
  }

  /** Resolves when nothing is being sent any more. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const { turn } of this.running.values()) turn?.stop();
    const giveUp = setTimeout(() => {
      for (const { turn } of this.running.values()) turn?.abort();
    }, GRACE_MS);
    await Promise.all(this.ended);
    clearTimeout(giveUp);
    this.tools.sender.close();
  }

  private start(receiver: DueEndpoint): void {
    if (this.running.has(receiver.id) || this.isStopping) return;
    const ended = this.serve(receiver).catch((error: unknown) => {
      this.log.error('delivery.interrupted', error, { tenantId: receiver.tenantId, endpointId: receiver.id });
    });
    this.ended.add(ended);
    void ended.then(() => this.ended.delete(ended));
  }

  private async serve(receiver: DueEndpoint): Promise<void> {
    const state: Served = { tenantId: receiver.tenantId, turn: null, again: true };
    this.running.set(receiver.id, state);
    try {
      while (state.again && !this.isStopping) {
        state.again = false;
        const lease = new EndpointLease(this.database, this.box, this.clock, receiver);
        const start = await lease.begin();
        if (start === null) continue;
        state.turn = new SendLeased(lease, start, this.tools);
        await this.turn(state.turn, receiver);
        state.turn = null;
      }
    } finally {
      this.running.delete(receiver.id);
    }
  }

  private async turn(turn: SendLeased, { tenantId, id }: DueEndpoint): Promise<void> {
    const started = performance.now();
    if (this.isStopping) turn.stop();
    const { isLost, ...counts } = await turn.sendAll();
    const fields = { tenantId, endpointId: id, ...counts, ms: Math.round(performance.now() - started) };
    if (isLost) this.log.warn('delivery.lease_lost', fields);
    else if (counts.delivered + counts.failed + counts.deadLetters > 0) this.log.info('webhooks.delivered', fields);
  }
}
