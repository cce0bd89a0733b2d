import { DeliveryRoom, LARGE_BYTES } from './delivery-room.js';

const MIB = 2 ** 20;

describe('the room for deliveries that a process has read ahead', () => {
  it('is bounded however many endpoints take all they can, and each of them gets enough for a delivery', () => {
    const room = new DeliveryRoom();
    for (let i = 0; i < 600; i += 1) expect(room.ofEndpoint().takeRest()).toBeGreaterThanOrEqual(LARGE_BYTES);
    expect(room.taken).toBeLessThan(58 * MIB);
  });

  it('gives an endpoint the rest of its part, and again what it has given back', () => {
    const endpoint = new DeliveryRoom().ofEndpoint();
    const all = endpoint.takeRest();
    expect(endpoint.takeRest()).toBe(0);
    endpoint.giveBack(1000);
    expect(endpoint.takeRest()).toBe(1000);
    endpoint.giveBack(all);
    expect(endpoint.takeRest()).toBe(all);
  });

  it('is empty once all leases have ended, also when attempts end after their lease', () => {
    const room = new DeliveryRoom();
    const endpoint = room.ofEndpoint();
    endpoint.takeRest();
    endpoint.close();
    endpoint.giveBack(1000);
    expect(room.taken).toBe(0);
  });
});
