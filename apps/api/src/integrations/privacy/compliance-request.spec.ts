import { readComplianceRequest } from './compliance-request.js';

describe('the reader of privacy webhooks', () => {
  it('finds the customer, the orders and the request id', () => {
    const body = {
      shop_id: 954_889,
      shop_domain: 'mary.myshopify.com',
      orders_requested: [299_938, '280263', null, {}],
      customer: { id: '820982911946154508', email: ' John@Example.com', phone: '555-625-1199' },
      data_request: { id: 9999 },
    };
    expect(readComplianceRequest('customers/data_request', body)).toEqual({
      kind: 'data_request',
      subject: { reference: '9999', customerId: '820982911946154508', email: 'john@example.com', orderIds: ['299938', '280263'] },
    });
    expect(readComplianceRequest('Customers/Redact', { customer: { email: 'a@b.example' }, orders_to_redact: [1] })).toEqual({
      kind: 'redact_customer',
      subject: { reference: '', customerId: null, email: 'a@b.example', orderIds: ['1'] },
    });
  });

  it.each([
    ['shop/redact', {}, 'redact_shop'],
    ['shop/redact', { customer: { id: 7 } }, 'none'],
    ['shop/redact', { myshopify_domain: 'mary.myshopify.com' }, 'none'],
    ['customers/redact', { customer: { id: 7 }, data_request: { id: 1 } }, 'none'],
    ['app/uninstalled', { customer: { id: 7 } }, 'none'],
    ['app/uninstalled', null, 'uninstalled'],
    ['apps/installed_uninstalled', { operate: 'UNINSTALL' }, 'uninstalled'],
    ['apps/installed_uninstalled', { operate: 'INSTALL' }, 'none'],
    ['orders/create', { id: 1 }, 'none'],
    [null, [], 'none'],
  ])('reads topic %s with body %j as %s', (topic, body, kind) => expect(readComplianceRequest(topic, body)).toEqual({ kind }));

  it('accepts any JSON and finds no subject in it', () => {
    for (const body of [null, 5, 'x', [], { customer: 5, orders_to_redact: 'all' }]) {
      expect(readComplianceRequest('customers/redact', body)).toEqual({
        kind: 'redact_customer',
        subject: { reference: '', customerId: null, email: null, orderIds: [] },
      });
    }
  });
});
