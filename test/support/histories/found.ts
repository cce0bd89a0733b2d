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
  [
    'a join that is asked for again while its customer is erased is refused, because the erasure takes the alias with it',
    [
      {
        kind: 'events',
        door: 'batch',
        acts: [
          {
            type: 'order_created',
            customer: 'ben',
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
      { kind: 'join', customer: 'ben', alias: 'guest-1' },
      { kind: 'erase', customer: 'guest-1' },
      { kind: 'join', customer: 'ben', alias: 'guest-1' },
    ],
  ],
];
