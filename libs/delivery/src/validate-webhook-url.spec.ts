import { validateWebhookUrl, type WebhookUrlRules } from './validate-webhook-url.js';

const RULES: WebhookUrlRules = {
  production: true,
  ports: [
    [443, 443],
    [80, 80],
    [8443, 8443],
  ],
  openRanges: [],
};
const AT_HOME: WebhookUrlRules = { ...RULES, production: false, openRanges: ['127.0.0.0/8', '10.1.0.0/16', 'fd00::/8'] };

const faultOf = (text: string, rules = RULES): string => {
  const validated = validateWebhookUrl(text, rules);
  return validated.kind === 'refused' ? validated.fault : validated.url;
};

describe('a webhook URL', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://EXAMPLE.com:443/a?b=c#part', 'https://example.com/a?b=c'],
    ['https://example.com:8443/hook', 'https://example.com:8443/hook'],
    ['https://münchen.example/hook', 'https://xn--mnchen-3ya.example/hook'],
    ['https://example.com./hook?path=a\\b', 'https://example.com./hook?path=a\\b'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://[2606:4700::1111]/hook', 'https://[2606:4700::1111]/hook'],
  ])('%s is stored as %s', (text, url) => {
    expect(validateWebhookUrl(text, RULES)).toEqual({ kind: 'allowed', url });
  });

  it.each([
    ['', 'not_a_url'],
    ['example.com', 'not_a_url'],
    ['//example.com', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['https://exa mple.com', 'not_a_url'],
    [`https://example.com/${'x'.repeat(2048)}`, 'too_long'],
    ['http://example.com', 'scheme'],
    ['ftp://example.com', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https:///example.com/hook', 'not_a_url'],
    ['https:/example.com/hook', 'not_a_url'],
    ['https:example.com/hook', 'not_a_url'],
    ['https:\\\\example.com\\hook', 'not_a_url'],
    ['https://example.com\\@127.0.0.1/', 'not_a_url'],
    ['https://exa\r\nmple.com/hook', 'not_a_url'],
    ['https://example.com/ho\nok', 'not_a_url'],
    ['https://example.com/hook\t', 'not_a_url'],
    [' https://example.com/hook', 'not_a_url'],
    ['https://example.com/ho ok', 'not_a_url'],
    ['https://example.com/\u0000', 'not_a_url'],
    ['https://example..com/hook', 'not_a_url'],
    ['https://.example.com/hook', 'not_a_url'],
    ['https://example.com../hook', 'not_a_url'],
    [`https://${'x'.repeat(64)}.com/`, 'not_a_url'],
    ['https://user@example.com', 'user_info'],
    ['https://user:password@example.com', 'user_info'],
    ['https://example.com:22', 'port'],
    ['https://example.com:6379/', 'port'],
  ])('%s is refused: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  // All known spellings of addresses that are not public.
  it.each([
    'localhost', 'LOCALHOST.', 'app.localhost', '127.0.0.1', '2130706433', '0x7f.1', '0x7f000001', '017700000001', '0177.0.0.1', '127.1', '0', '0.0.0.0', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127.0.0.1.',
    '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0xa9fea9fe', '100.64.0.1', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1',
    '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    '[::]', '[::1]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[::7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]',
    '[2001::1]', '[2001:db8::1]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[4000::1]', '[5f00::1]',
  ])('with the host %s is refused', (host) => {
    expect(faultOf(`https://${host}/`)).toBe('blocked_address');
  }); // prettier-ignore

  it('may use any port in networks that the operator opened, and only there', () => {
    expect(faultOf('http://127.0.0.1:39999/hook', AT_HOME)).toBe('http://127.0.0.1:39999/hook');
    expect(faultOf('http://10.1.2.3:5000/', AT_HOME)).toBe('http://10.1.2.3:5000/');
    expect(faultOf('http://[fd00::1]:5000/', AT_HOME)).toBe('http://[fd00::1]:5000/');
    expect(faultOf('http://localhost:5000/', AT_HOME)).toBe('http://localhost:5000/');
    expect(faultOf('http://10.2.0.1/', AT_HOME)).toBe('blocked_address');
    expect(faultOf('http://[::1]/', AT_HOME)).toBe('blocked_address');
    expect(faultOf('http://8.8.8.8:5000/', AT_HOME)).toBe('port');
    expect(faultOf('http://example.com:5000/', AT_HOME)).toBe('port');
  });

  it('is refused with a message that names what is allowed', () => {
    expect(validateWebhookUrl('https://example.com:22', RULES)).toEqual({
      kind: 'refused',
      fault: 'port',
      message: 'has port 22: allowed are 443, 80, 8443',
    });
    expect(validateWebhookUrl('http://example.com', RULES)).toMatchObject({ message: 'begins with http: and must begin with https://' });
  });
});
