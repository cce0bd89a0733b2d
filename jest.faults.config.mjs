import { common } from './jest.config.mjs';

// Not among the projects of `npm test`: the faults bring servers of their own and take minutes. See tools/testing/faults.mjs.
export default {
  ...common,
  roots: ['<rootDir>/test/faults'],
  testMatch: ['**/*.faults.spec.ts'],
  maxWorkers: 1,
  forceExit: process.env.CI !== undefined,
};
