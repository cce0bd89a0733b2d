import { readCidrList, readPortList } from './network-lists.js';

describe('a list of ports', () => {
  it('contains ports and ranges', () => {
    expect(readPortList('443, 80,8000-8099')).toEqual([
      [443, 443],
      [80, 80],
      [8000, 8099],
    ]);
  });

  it.each(['', ',', '443,', '0', '65536', '99999', '90-80', '80-', '-80', 'https', '4.5', '0x50'])('cannot be %j', (text) => {
    expect(readPortList(text)).toBeNull();
  });
});

describe('a list of networks', () => {
  it('can be empty or contain networks of both families', () => {
    expect(readCidrList('')).toEqual([]);
    expect(readCidrList('10.20.0.0/16, fd00::/8')).toEqual(['10.20.0.0/16', 'fd00::/8']);
  });

  it.each([' ', ',', '10.0.0.1', '10.0.0.0/33', '10.0.0.0/8,', 'private', 'localhost/8'])('cannot be %j', (text) => {
    expect(readCidrList(text)).toBeNull();
  });
});
