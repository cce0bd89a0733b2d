import type { Step } from './history.js';

/** Histories that have failed once, each with what was wrong. */
export const FOUND: readonly (readonly [title: string, steps: readonly Step[]])[] = [
  [
    'an identifier that a join has named, and that never had an event, is no customer when it is taken back',
    [
      {
        kind: 'events',
        door: 'batch',
        acts: [
          {
            type: 'order_created',
            customer: 'ada',
            day: 1,
            updatedDay: null,
            order: null,
            value: null,
            currency: null,
            refundedTotal: null,
            test: false,
          },
        ],
        twice: false,
      },
      { kind: 'join', customer: 'ada', alias: 'guest-1' },
      { kind: 'separate', customer: 'ada', alias: 'guest-1' },
    ],
  ],
];
