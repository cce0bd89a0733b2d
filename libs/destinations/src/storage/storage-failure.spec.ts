import type { StorageSettings } from '#libs/core';
import type { PlatformAnswer } from '#libs/storefront';
import { explainAnswer, isLasting, isRefusal } from './storage-failure.js';
import { bucketUrl, placeUrl } from './storage-place.js';

const PLACE: StorageSettings = {
  endpoint: 'https://s3.example.com',
  region: 'us-east-1',
  bucket: 'shop',
  prefix: 'churn',
  path_style: true,
  format: 'parquet',
};

const answered = (status: number, code: string | null, more = ''): PlatformAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  text: code === null ? '' : `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>secret words</Message>${more}</Error>`,
});
const unreachable = (error: string): PlatformAnswer => ({ kind: 'unreachable', error });

describe('the failure of a storage', () => {
  it.each([
    [answered(404, 'NoSuchBucket'), 'The bucket shop does not exist there.', true, false],
    [answered(403, 'InvalidAccessKeyId'), 'The access key ID is not known there.', true, true],
    [
      answered(403, 'SignatureDoesNotMatch'),
      'The secret access key does not belong to the access key ID, or the region is wrong.',
      true,
      true,
    ],
    [answered(403, 'AccessDenied'), 'Access denied: the key may not write into the bucket shop. It needs s3:PutObject.', true, true],
    [answered(403, null), 'Access denied: the key may not write into the bucket shop. It needs s3:PutObject.', true, true],
    [answered(403, 'RequestTimeTooSkewed'), 'The clocks of the storage and of this service differ by more than 15 minutes.', false, false],
    [
      answered(400, 'AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>'),
      'The region us-east-1 is not the region of the bucket. It is in eu-west-1.',
      true,
      false,
    ],
    [answered(301, null), 'The bucket is at another endpoint, or the region us-east-1 is not its region.', true, false],
    [answered(503, 'SlowDown'), 'The storage answered with the status 503 and the code SlowDown.', false, false],
    [answered(429, null), 'The storage answered with the status 429.', false, false],
    [answered(500, 'constructor'), 'The storage answered with the status 500 and the code constructor.', false, false],
    [unreachable('dns_error'), 'The host s3.example.com is not known: no address was found for it.', false, false],
    [
      unreachable('blocked_address'),
      'The host s3.example.com leads to a private, local or reserved address, which is not allowed.',
      false,
      false,
    ],
    [unreachable('connection_lost'), 'The connection to s3.example.com was lost.', false, false],
  ])('%j is said in words, and tried again only when that can help', (answer, words, lasting, refused) => {
    expect(explainAnswer(answer, PLACE)).toBe(words);
    expect([isLasting(answer), isRefusal(answer)]).toEqual([lasting, refused]);
  });
});

describe('the place of the files', () => {
  it.each([
    [PLACE, 'https://s3.example.com/shop', 'https://s3.example.com/shop/churn'],
    [{ ...PLACE, path_style: false, prefix: '' }, 'https://shop.s3.example.com', 'https://shop.s3.example.com'],
    [{ ...PLACE, endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/shop', 'http://127.0.0.1:9000/shop/churn'],
  ])('has the bucket in the path, or in the name of the host', (place, bucket, whole) => {
    expect([bucketUrl(place), placeUrl(place)]).toEqual([bucket, whole]);
  });
});
