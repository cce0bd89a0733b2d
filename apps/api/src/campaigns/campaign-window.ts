import { LIMITS } from '#libs/core';

const { windowDays } = LIMITS.campaign;

/** The documented fields about the time in which an order counts as an answer. */
export const WINDOW = {
  type: 'integer',
  minimum: windowDays.min,
  maximum: windowDays.max,
  nullable: true,
  default: null,
  description:
    'Days after a contact within which an order counts as an answer. null: the usual time between two orders in your shop, as it is at each send. The result is known after this time',
} as const;

export const WITHIN_WINDOW = {
  type: Boolean,
  default: false,
  description:
    'Also contacts customers for whom an order may still come from an earlier contact: its window has not passed. With `cooldown_days` 0 it does so anyway',
};
