import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const QUESTION_START = 12;
const TYPE_A = 1;

/** A DNS server (RFC 1035) that knows IPv4 addresses of names, and can be silent. */
export class NameServer {
  asked = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly addresses: Readonly<Record<string, string>>,
  ) {
    socket.on('message', (query, peer) => {
      this.asked += 1;
      const reply = this.reply(query);
      if (reply !== null) socket.send(reply, peer.port, peer.address);
    });
  }

  /** @param addresses of each name; a name that is not here does not exist, one with '' is never answered. */
  static async start(addresses: Readonly<Record<string, string>>): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, addresses);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private reply(query: Buffer): Buffer | null {
    const end = query.indexOf(0, QUESTION_START);
    const labels: string[] = [];
    for (let at = QUESTION_START; at < end; at += 1 + query.readUInt8(at))
      labels.push(query.toString('ascii', at + 1, at + 1 + query.readUInt8(at)));
    const address = this.addresses[labels.join('.').toLowerCase()];
    if (address === '') return null;
    const isA = query.readUInt16BE(end + 1) === TYPE_A;
    const question = query.subarray(QUESTION_START, end + 5);
    const answers = isA && address !== undefined ? 1 : 0;
    const header = Buffer.alloc(QUESTION_START);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers, 6);
    if (answers === 0) return Buffer.concat([header, question]);
    // A pointer to the name in the question; type A, class IN, 1 s, four bytes.
    const record = Buffer.from([0xc0, QUESTION_START, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...(address ?? '').split('.').map(Number)]);
    return Buffer.concat([header, question, record]);
  }
}
