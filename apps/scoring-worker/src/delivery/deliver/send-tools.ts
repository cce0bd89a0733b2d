import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, FairSlots } from '#libs/core';
import { Log } from '#libs/observability';
import { Protocols } from '../protocols/protocols.js';
import { DeliveryRoom } from './delivery-room.js';

/** Number of attempts that one process makes at the same time. They nearly always wait for an endpoint. */
const ATTEMPTS = { slots: 400, perKey: 400 };
/** Number of these attempts that may go to endpoints with a failed last attempt. */
const SUSPECT_ATTEMPTS = { slots: 200, perKey: 200 };
/** Number of large bodies in memory at the same time, per process and per tenant. Each takes at most 1 MB. */
const LARGE_ATTEMPTS = { slots: 32, perKey: 8 };

/** Shared by all endpoints that this process serves. */
@Injectable()
export class SendTools {
  /** Limits all attempts of the process. */
  readonly slots = new FairSlots(ATTEMPTS);
  /** Limits attempts to endpoints that failed recently, so that there is always room for the others. */
  readonly suspectSlots = new FairSlots(SUSPECT_ATTEMPTS);
  /** Limits attempts with large bodies. They wait here before they take a normal slot, so that small ones pass them. */
  readonly largeSlots = new FairSlots(LARGE_ATTEMPTS);
  readonly room = new DeliveryRoom();
  /** Factor by which waits are shorter than in reality; 1 outside tests. */
  readonly speed: number;
  /** Pause between two searches for deliveries that other workers have relayed. */
  readonly pollMs: number;

  constructor(
    readonly protocols: Protocols,
    readonly clock: Clock,
    readonly log: Log,
    config: Config,
  ) {
    this.speed = config.webhooks.speed;
    this.pollMs = config.worker.sweepIntervalMs;
  }

  /** A random number, from 0 to below 1. */
  unit(): number {
    return randomInt(2 ** 32) / 2 ** 32;
  }
}
