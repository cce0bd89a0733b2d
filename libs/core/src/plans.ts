import { LIMITS } from './limits.js';

const GIB = 2 ** 30;

/**
 * The limits of each plan. `requestsPerMinute: null` means that the limit is agreed with the tenant. `storedBytes` bounds what events and notes
 * take on disk: those of a UTC day, and all that are kept.
 */
export const PLANS = {
  starter: { name: 'Starter', requestsPerMinute: 60, maxBatch: 100, maxBodyBytes: 8 * 2 ** 20, storedBytes: { day: GIB, all: 10 * GIB } },
  pro: { name: 'Pro', requestsPerMinute: 300, maxBatch: 100, maxBodyBytes: 8 * 2 ** 20, storedBytes: { day: 5 * GIB, all: 100 * GIB } },
  enterprise: {
    name: 'Enterprise',
    requestsPerMinute: null,
    maxBatch: 1000,
    maxBodyBytes: 16 * 2 ** 20,
    storedBytes: { day: 50 * GIB, all: 1024 * GIB },
  },
} as const;

export type PlanId = keyof typeof PLANS;
export const PLAN_IDS = Object.keys(PLANS) as readonly PlanId[];

/** Returns whether a plan allows more than another one. Plans stand in the order of what they allow. */
export const isHigherPlan = (plan: PlanId, than: PlanId): boolean => PLAN_IDS.indexOf(plan) > PLAN_IDS.indexOf(than);

/** @param own the limit agreed with the tenant; null when there is none. */
export const requestsPerMinuteOf = (plan: PlanId, own: number | null): number =>
  own ?? PLANS[plan].requestsPerMinute ?? LIMITS.requestsPerMinute;

/**
 * Returns the limit of the people of a tenant, apart from its servers. A page of the dashboard makes about twenty requests, so the 60 of the
 * smallest plan, or a low limit agreed for servers, would stop people who open a few pages within a minute.
 * @param own like that of `requestsPerMinuteOf`
 */
export const peopleRequestsPerMinuteOf = (plan: PlanId, own: number | null): number =>
  Math.max(requestsPerMinuteOf(plan, own), LIMITS.peopleRequestsPerMinute);

export const isPlanId = (text: string): text is PlanId => Object.hasOwn(PLANS, text);

/** Bytes that a tenant has stored, or may store. */
export interface StoredBytes {
  readonly day: number;
  readonly all: number;
}

/** The quota while no owner has a verified address: about 200,000 events, enough to try the service, and too little to fill a disk. */
const UNVERIFIED: StoredBytes = { day: 256 * 2 ** 20, all: 256 * 2 ** 20 };

export const storedBytesOf = (plan: PlanId, isVerified: boolean): StoredBytes => (isVerified ? PLANS[plan].storedBytes : UNVERIFIED);
