import { NEEDED_AT_FIRST } from './contact-value.js';
import { missingEvidence } from './missing-evidence.js';

describe('the evidence that is missing for the value of a contact', () => {
  it('is a round number, and says "more" only after campaigns have chosen customers', () => {
    expect(missingEvidence(null)).toContain('your campaigns must choose about 7,000 customers, in both groups together');
    expect(missingEvidence(null)).toContain('Each customer counts once for each campaign.');
    expect(missingEvidence(NEEDED_AT_FIRST)).toBe(missingEvidence(null));
    expect(missingEvidence(1841)).toContain('must choose about 1,900 more customers,');
    expect(missingEvidence(1900)).toContain('must choose 1,900 more customers,');
  });

  it('is one customer at the end', () => {
    expect(missingEvidence(1)).toContain('must choose 1 more customer,');
  });
});
