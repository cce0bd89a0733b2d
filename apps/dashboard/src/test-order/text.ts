export const text = {
  remove: 'Remove the test customer',
  removed: 'The test customer is removed.',
} as const;
