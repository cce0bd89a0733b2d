import { profileOf } from './customer-profile.js';
import type { LockedCustomer } from './read-customers.sql.js';

const customer = { score: '0.5000', label: 'medium', lifecycle: 'active', model_version: 'm', profile_from: null } as LockedCustomer;

describe('the profile of a customer whom the shop has deleted', () => {
  it('has changed, also when an import says so, because no resync would clear it', () => {
    expect(profileOf(customer, null, 'events').kind).toBe('changed');
    expect(profileOf(customer, null, 'backfill').kind).toBe('changed');
  });

  it('has not changed again, once there is no score left', () => {
    expect(profileOf({ ...customer, score: null }, null, 'pass').kind).toBe('none');
  });
});
