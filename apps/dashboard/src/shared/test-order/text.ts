export const text = {
  remove: 'Remove the test customer',
  removed: 'The test customer is removed.',
  stillHere: 'The test customer is still here',
  isTest: 'This is the test customer',
  counts: 'It counts like a real customer, in all numbers and lists and for the scores. Remove it when you have seen enough.',
  look: 'Look at it',
  adminsRemove: 'An owner or admin can remove it.',
} as const;
