import { toTenantId } from '#libs/core';
import { QUEUES, WAKE_UP_WINDOW_MS } from './contracts.js';

const tenantId = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const otherTenant = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c');
const jobId = '0190a6c2-0000-7000-8000-000000000001';
const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 21) + ms);

const perTenant = [QUEUES.scoreCustomers, QUEUES.scoreBackfill, QUEUES.deliverWebhooks];

describe.each(perTenant)('the queue $name', (queue) => {
  it('reads what its producer wrote, after JSON and back', () => {
    expect(queue.parse(JSON.parse(JSON.stringify({ v: 1, tenantId })))).toEqual({ v: 1, tenantId });
  });

  it('ignores fields that a newer producer adds', () => {
    expect(queue.parse({ v: 1, tenantId, lane: 'fast' })).toEqual({ v: 1, tenantId });
  });

  it.each([
    [null],
    [undefined],
    ['{"v":1}'],
    [[]],
    [{}],
    [{ tenantId }],
    [{ v: 2, tenantId }],
    [{ v: '1', tenantId }],
    [{ v: 1 }],
    [{ v: 1, tenantId: null }],
    [{ v: 1, tenantId: {} }],
    [{ v: 1, tenantId: '' }],
    [{ v: 1, tenantId: "'; DROP TABLE events; --" }],
    [{ v: 1, tenant_id: tenantId }],
  ])('refuses %j', (data) => {
    expect(() => queue.parse(data)).toThrow(TypeError);
  });

  it('makes one job of the calls for one tenant in one window, and another job of later calls', () => {
    const id = queue.jobId({ v: 1, tenantId }, at(0));
    expect(queue.jobId({ v: 1, tenantId }, at(WAKE_UP_WINDOW_MS - 1))).toBe(id);
    expect(queue.jobId({ v: 1, tenantId }, at(WAKE_UP_WINDOW_MS))).not.toBe(id);
    expect(queue.jobId({ v: 1, tenantId: otherTenant }, at(0))).not.toBe(id);
  });
});

describe('the queue tenant.recalculate', () => {
  const { parse, jobId: idOf } = QUEUES.recalculateTenant;

  it('reads what its producer wrote', () => {
    expect(parse({ v: 1, tenantId, jobId })).toEqual({ v: 1, tenantId, jobId });
  });

  it.each([
    [null],
    [{ v: 1, tenantId }],
    [{ v: 1, jobId }],
    [{ v: 1, tenantId, jobId: 'all' }],
    [{ v: 1, tenantId, jobId: 5 }],
    [{ v: 2, tenantId, jobId }],
  ])('refuses %j', (data) => {
    expect(() => parse(data)).toThrow(TypeError);
  });

  it('accepts another wake-up for the same job one second later', () => {
    const job = { v: 1, tenantId, jobId } as const;
    expect(idOf(job, at(999))).toBe(idOf(job, at(0)));
    expect(idOf(job, at(1000))).not.toBe(idOf(job, at(0)));
  });
});

it('gives every queue its own name', () => {
  const names = Object.values(QUEUES).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
