import { CONSENTS, CONTROL_GROUPS } from '#libs/core';

/** The documented fields that say whether a customer may be contacted. */
export const CONTROL_GROUP = {
  enum: CONTROL_GROUPS,
  description:
    'The control group that the customer is in now. Send nothing to `shop`, the control group of your shop, nor to `campaign`, that of a campaign whose window has not passed',
};

export const MARKETING_CONSENT = {
  enum: CONSENTS,
  description:
    'Whether your shop may contact the customer with marketing: what the latest `data.accepts_marketing` of an event says, or `no` after a later `email_unsubscribed`; `unknown` while no event has said it',
};
