import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PLANS } from '#libs/core';
import { ACCOUNT_BODY, bodyPlanOf, setBodyPlan } from './body-plan.js';

const request = (plan?: keyof typeof PLANS): IncomingMessage & { user?: { plan: keyof typeof PLANS } } =>
  Object.assign(new IncomingMessage(new Socket()), plan === undefined ? {} : { user: { plan } });

describe('the body of a request', () => {
  it('is JSON as large as the plan of the caller allows, unless a guard decides otherwise', () => {
    expect(bodyPlanOf(request('enterprise'))).toEqual({ kind: 'json', limit: PLANS.enterprise.maxBodyBytes });
    expect(bodyPlanOf(request())).toEqual({ kind: 'json', limit: PLANS.starter.maxBodyBytes });
  });

  it('is read as its guards decided, which must agree', () => {
    const planned = request('enterprise');
    setBodyPlan(planned, ACCOUNT_BODY);
    setBodyPlan(planned, ACCOUNT_BODY);
    expect(bodyPlanOf(planned)).toBe(ACCOUNT_BODY);
    expect(() => setBodyPlan(planned, { kind: 'json', limit: 5 })).toThrow('two guards decided differently how the body is read');
  });
});
