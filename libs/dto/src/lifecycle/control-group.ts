import { CONTROL_GROUPS } from '#libs/core';

/** The documented field that says which control group a customer is in. */
export const CONTROL_GROUP = {
  enum: CONTROL_GROUPS,
  description:
    'The control group that the customer is in now. Send nothing to `shop`, the control group of your shop, nor to `campaign`, that of a campaign whose window has not passed',
};
