import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { SmtpTransport } from './transports.js';

const MAIL = { to: 'ada@example.com', subject: 'Your link', text: 'https://app.example.com/?token=secret', html: '', link: '' };

/** A mail server without TLS. */
describe('mails to a server that offers no TLS', () => {
  let server: Server;
  let heard: string;

  beforeEach(async () => {
    heard = '';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 mail.example.com ESMTP\r\n');
      let inData = false;
      socket.on('data', (bytes) => {
        heard += bytes.toString();
        if (inData && !heard.includes('\r\n.\r\n')) return;
        const asked = bytes.toString();
        if (asked.startsWith('STARTTLS')) socket.write('502 not implemented\r\n');
        else if (asked.startsWith('DATA')) socket.write('354 go on\r\n');
        else socket.write('250 ok\r\n');
        inData = asked.startsWith('DATA');
      });
    }).listen(0, '0.0.0.0');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const send = async (host: string, options: { needsTls: boolean; query?: string }): Promise<void> => {
    const { port } = server.address() as AddressInfo;
    const transport = new SmtpTransport(`smtp://${host}:${port}${options.query ?? ''}`, 'no-reply@example.com', options.needsTls);
    try {
      await transport.send(MAIL);
    } finally {
      transport.close();
    }
  };

  // 0.0.0.0 leads to this machine like any other address would lead to another one.
  it('are not sent in production', async () => {
    await expect(send('0.0.0.0', { needsTls: true })).rejects.toThrow('the mail server did not take the mail');
    expect(heard).toContain('STARTTLS');
    expect(heard).not.toMatch(/MAIL FROM|secret/);
  });

  it.each([
    ['in development', '0.0.0.0', { needsTls: false }],
    ['to a server on this machine', '127.0.0.1', { needsTls: true }],
    ['when the operator says so', '0.0.0.0', { needsTls: true, query: '/?requireTLS=false' }],
  ])('are sent %s', async (_name, host, options) => {
    await send(host, options);
    expect(heard).toContain('token=');
  });
});
