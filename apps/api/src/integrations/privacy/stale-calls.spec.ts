import { DAY_MS } from '#libs/core';
import { type ComplianceCall, isFromBefore, isReplay, type ShopStanding } from './stale-calls.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const AWAY: ShopStanding = { connectedAt: null, isConnected: false, disconnectedAt: null, passedOnAt: null };
const CONNECTED: ShopStanding = { ...AWAY, connectedAt: daysAgo(10), isConnected: true };

describe('a privacy request that was carried out before', () => {
  const again = (kind: ComplianceCall['kind'], shop: ShopStanding, hasComeBack = false): boolean =>
    isReplay({ kind, sentAt: NOW, acceptedAt: daysAgo(5), hasComeBack }, shop, NOW);

  it.each([
    ['the shop is connected', CONNECTED, true],
    ['the shop is connected again after it had left', { ...CONNECTED, disconnectedAt: daysAgo(3) }, true],
    ['the shop had left before', { ...AWAY, disconnectedAt: daysAgo(6) }, true],
    ['the shop has left since', { ...AWAY, disconnectedAt: daysAgo(3) }, false],
    ['webhooks of the shop are still passed on', { ...AWAY, passedOnAt: daysAgo(0.5) }, true],
    ['webhooks of the shop came since and have stopped', { ...AWAY, passedOnAt: daysAgo(2) }, false],
    ['nothing of the shop came since', { ...AWAY, passedOnAt: daysAgo(6) }, true],
  ])('to erase a shop is a replay or not: %s', (_, shop, expected) => expect(again('redact_shop', shop)).toBe(expected));

  it('to erase a customer is a replay unless the customer has bought since', () => {
    expect(again('redact_customer', { ...AWAY, disconnectedAt: daysAgo(3) })).toBe(true);
    expect(again('redact_customer', CONNECTED, true)).toBe(false);
  });

  it('is never a replay when it can erase nothing by itself', () => {
    expect([again('uninstalled', CONNECTED), again('data_request', CONNECTED)]).toEqual([false, false]);
    expect(isReplay({ kind: 'redact_customer', sentAt: NOW, acceptedAt: null, hasComeBack: false }, CONNECTED, NOW)).toBe(false);
  });
});

describe('a privacy request that was sent before the present connection began', () => {
  it.each([
    ['to erase a shop', 'redact_shop', daysAgo(11), true],
    ['to erase a customer', 'redact_customer', daysAgo(11), true],
    ['to erase a shop, sent afterwards', 'redact_shop', daysAgo(9), false],
    ['to erase a shop, without a time', 'redact_shop', null, false],
    ['for data', 'data_request', daysAgo(11), false],
  ] as const)('is late or not: %s', (_, kind, sentAt, expected) =>
    expect(isFromBefore({ kind, sentAt, acceptedAt: null, hasComeBack: false }, CONNECTED)).toBe(expected),
  );
});
