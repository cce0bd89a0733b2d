import { againstRealServers, common } from './jest.config.mjs';

// Not among the projects of `npm test`: these need servers in numbers, which tools/testing/topologies.mjs starts.
export default {
  ...common,
  ...againstRealServers,
  roots: ['<rootDir>/test/topologies'],
  testMatch: ['**/*.topology.spec.ts'],
  maxWorkers: 1,
  forceExit: process.env.CI !== undefined,
};
