import 'reflect-metadata';
import { gzipSync } from 'node:zlib';
import { Body, ConflictException, Controller, Get, HttpException, Module, Param, Post, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { loadConfig } from '#libs/config';
import { AppError, type ErrorCode, LABELS, PLANS, SystemClock } from '#libs/core';
import { Database } from '#libs/database';
import { UsageMeter } from '#libs/tenants';
import { ListCustomersQuery } from '#libs/dto';
import { ThrottlerModule } from '@nestjs/throttler';
import { RateLimitGuard, rateLimitOptions } from '#libs/guards';
import { Log } from '#libs/observability';
import { configureApp } from './configure-app.js';
import { ExpressServer } from './transport/express-server.js';
import { LocalRateWindows } from './rate-limit/local-rate-windows.js';

const SECRET = 'password=hunter2';

/** Routes with only the behaviour that the tests need. */
@Controller()
class EchoController {
  @Get('throws/:what')
  throws(@Param('what') what: string): never {
    switch (what) {
      case 'error':
        throw new TypeError(SECRET);
      case 'text':
        throw SECRET;
      case 'taken':
        throw new ConflictException('taken');
      case 'teapot':
        throw new HttpException('no coffee', 418);
      case 'gateway':
        throw new HttpException('bad gateway', 502);
      default:
        throw new AppError(what as ErrorCode, 'a sentence', [{ field: 'f', code: 'c', message: 'm' }]);
    }
  }

  @Get('query')
  query(@Query() query: ListCustomersQuery): object {
    return { type: query.constructor.name, query };
  }

  @Post('echo')
  echo(@Body() body: unknown, @Query() query: unknown): object {
    return { body, query };
  }
}

@Module({
  imports: [ThrottlerModule.forRoot(rateLimitOptions(new LocalRateWindows(100, new SystemClock()), 1000))],
  controllers: [EchoController],
  providers: [
    RateLimitGuard,
    { provide: Log, useValue: new Log('test', 'silent') },
    // No caller here has a key, so the tests count nothing and never use the database.
    { provide: UsageMeter, useValue: new UsageMeter(Object.create(Database.prototype) as Database, new SystemClock()) },
  ],
})
class EchoModule {}

let app: NestExpressApplication;
const get = (path: string): request.Test => request(app.getHttpServer()).get(`/api/v1/${path}`);
const post = (body: string | Buffer, type = 'application/json'): request.Test =>
  request(app.getHttpServer())
    .post('/api/v1/echo')
    .set('Content-Type', type)
    .serialize((raw: unknown) => raw as string)
    .send(body);

beforeAll(async () => {
  app = await NestFactory.create<NestExpressApplication>(EchoModule, new ExpressServer(), { bodyParser: false, logger: false });
  configureApp(
    app,
    loadConfig({
      DATABASE_URL: 'postgres://db/churn',
      REDIS_URL: 'redis://cache',
      SECRETS_KEY: `k1:${Buffer.alloc(32).toString('base64')}`,
      JWT_SECRET: 'j'.repeat(32),
    }),
    { dashboard: '/nowhere', docs: '/nowhere' },
  );
  await app.init();
});
afterAll(() => app.close());

describe('an error answer', () => {
  const STATUS: Record<ErrorCode, number> = {
    validation_error: 400,
    invalid_query: 422,
    totp_required: 401,
    totp_locked: 401,
    email_not_verified: 403,
    tenant_suspended: 403,
    unauthorized: 401,
    forbidden: 403,
    not_found: 404,
    method_not_allowed: 405,
    conflict: 409,
    payload_too_large: 413,
    unsupported_media_type: 415,
    quota_exceeded: 429,
    rate_limited: 429,
    internal_error: 500,
    service_unavailable: 503,
  };
  it.each(Object.keys(STATUS) as ErrorCode[])('for %s has its status, code, message and the request id', async (code) => {
    const response = await get(`throws/${code}`);
    expect(response.status).toBe(STATUS[code]);
    expect(response.body).toEqual({
      error: code === 'invalid_query' ? 'validation_error' : code,
      message: 'a sentence',
      details: [{ field: 'f', code: 'c', message: 'm' }],
      request_id: response.headers['x-request-id'],
    });
    expect(response.headers['retry-after']).toBe(code === 'service_unavailable' ? '5' : undefined);
  });

  it.each(['error', 'text'])('hides the details of an unexpected error (%s)', async (what) => {
    const response = await get(`throws/${what}`);
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      error: 'internal_error',
      message: expect.any(String),
      request_id: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(response.text).not.toMatch(/hunter2|TypeError|\.ts|\.js|at /);
  });

  it.each([
    ['taken', 409, 'conflict', 'taken'],
    ['teapot', 400, 'validation_error', 'no coffee'],
    ['gateway', 500, 'internal_error', 'bad gateway'],
  ])('for an error of the framework has our body: %s', async (what, status, error, message) => {
    const response = await get(`throws/${what}`);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error, message, request_id: expect.any(String) });
  });

  it('for an unknown path names the path', async () => {
    const response = await get('nowhere?api_key=secret');
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: 'not_found', message: 'there is no GET /api/v1/nowhere' });
  });

  it('for a wrong method lists the methods of the path', async () => {
    const response = await request(app.getHttpServer()).delete('/api/v1/query');
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD');
    expect(response.body).toMatchObject({ error: 'method_not_allowed', message: expect.stringContaining('GET, HEAD') });
    expect((await get('echo')).headers['allow']).toBe('POST');
  });

  it.each(['%', '%E0%A4%A', '%ff'])('for a path that is not percent-encoded UTF-8 is 422: %s', async (path) => {
    const response = await get(`throws/${path}`);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error: 'validation_error' });
  });
});

describe('a request id', () => {
  it.each(['abc-1', 'a.b:c_d', 'x'.repeat(128)])('from the caller is kept: %s', async (id) => {
    const response = await get('query').set('X-Request-Id', id);
    expect(response.headers['x-request-id']).toBe(id);
  });

  it.each(['', 'a b', 'x'.repeat(129), '"><script>', '{"a":1}'])('that is not usable is replaced: %s', async (id) => {
    const response = await get('query').set('X-Request-Id', id);
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a query', () => {
  it('reaches the handler as its DTO with numbers, lists and defaults', async () => {
    expect((await get('query')).body).toEqual({ type: 'ListCustomersQuery', query: { sort: 'churn_score_desc', limit: 50 } });
    expect((await get('query?limit=200&min_score=0.5&max_score=1&cursor=abc')).body).toMatchObject({
      query: { limit: 200, min_score: 0.5, max_score: 1, cursor: 'abc' },
    });
  });

  it.each([
    'churn_label=high&churn_label=low',
    'churn_label[]=high&churn_label[]=low',
    'churn_label=high,low',
    'churn_label[0]=high&churn_label[1]=low',
  ])('can write a list as %s', async (query) => {
    expect((await get(`query?${query}`)).body).toMatchObject({ query: { churn_label: ['high', 'low'] } });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=-5', 'limit'],
    ['limit=201', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['limit[]=5', 'limit'],
    ['limit[a]=5', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['min_score=-0.1', 'min_score'],
    ['max_score=1.0001', 'max_score'],
    ['min_score=NaN', 'min_score'],
    ['max_score=Infinity', 'max_score'],
    ['min_score=', 'min_score'],
    ['churn_label=unknown', 'churn_label'],
    ['churn_label=high,', 'churn_label'],
    ['churn_label=', 'churn_label'],
    ['churn_label[a]=high', 'churn_label'],
    ['sort=name', 'sort'],
    ['sort=', 'sort'],
    ['cursor[a]=b', 'cursor'],
    ['page=2', 'page'],
    ['limit=1000', 'limit'],
    ['constructor[name]=x&limit=1000', 'constructor'],
  ])('is refused with 422 that names the parameter: %s', async (query, field) => {
    const response = await get(`query?${query}`);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error: 'validation_error', details: [expect.objectContaining({ field })] });
    expect(response.body.message).toContain(field);
  });

  it('gets all its errors at once, with the values that were sent', async () => {
    const response = await get('query?limit=500&churn_label=gone');
    expect(response.body.details).toEqual([
      { field: 'churn_label', code: 'isIn', message: `churn_label must be one of ${LABELS.join(', ')}, not "gone"` },
      { field: 'limit', code: 'max', message: 'limit must be a whole number from 1 to 200, not "500"' },
    ]);
  });

  it('cannot change the prototypes of the process', async () => {
    await get('query?__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
    expect('polluted' in {}).toBe(false);
  });
});

describe('a body', () => {
  it.each(['{"a":1}', '[]', '5', 'null', '"x"', 'false'])('can be any JSON value: %s', async (text) => {
    const response = await post(text);
    expect(response.body).toEqual({ body: JSON.parse(text), query: {} });
  });

  it.each(['application/json; charset=utf-8', 'application/cloudevents+json', 'Application/JSON'])('can be of type %s', async (type) => {
    expect((await post('{}', type)).status).toBe(201);
  });

  it('can be compressed', async () => {
    const response = await post(gzipSync('{"a":1}')).set('Content-Encoding', 'gzip');
    expect(response.body).toMatchObject({ body: { a: 1 } });
  });

  it.each<[string, () => request.Test, number, string]>([
    ['is not JSON', () => post('{"a":'), 400, 'validation_error'],
    ['is missing', () => request(app.getHttpServer()).post('/api/v1/echo'), 400, 'validation_error'],
    ['is a form', () => post('a=1', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
    ['is text', () => post('{}', 'text/plain'), 415, 'unsupported_media_type'],
    ['is in Latin-1', () => post('{}', 'application/json; charset=iso-8859-1'), 415, 'unsupported_media_type'],
    ['is compressed in an unknown way', () => post('{}').set('Content-Encoding', 'zstd'), 415, 'unsupported_media_type'],
    ['is not what it says', () => post('{}').set('Content-Encoding', 'gzip'), 400, 'validation_error'],
    ['is cut in its compression', () => post(gzipSync('{"a":1}').subarray(0, 15)).set('Content-Encoding', 'gzip'), 400, 'validation_error'],
  ])('is refused when it %s', async (_what, send, status, error) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error, message: expect.any(String), request_id: expect.any(String) });
  });

  const limit = PLANS.starter.maxBodyBytes;
  const bodyOf = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));

  it('can be as large as the plan allows, and not a byte larger', async () => {
    expect((await post(bodyOf(limit))).status).toBe(201);
    const larger = await post(bodyOf(limit + 1));
    expect(larger.status).toBe(413);
    expect(larger.body).toMatchObject({
      error: 'payload_too_large',
      message: `the body is larger than ${limit} bytes, the most that your plan allows`,
    });
  });

  it('is measured after decompression', async () => {
    expect((await post(gzipSync(bodyOf(limit + 1))).set('Content-Encoding', 'gzip')).status).toBe(413);
  });
});

it('OPTIONS lists the methods of a path, and answers 404 for an unknown path', async () => {
  const response = await request(app.getHttpServer()).options('/api/v1/query');
  expect([response.status, response.headers['allow'], response.text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  expect((await request(app.getHttpServer()).options('/api/v1/nowhere')).status).toBe(404);
});

it('HEAD answers like GET, without the body', async () => {
  const response = await request(app.getHttpServer()).head('/api/v1/query');
  expect([response.status, response.text]).toEqual([200, undefined]);
});
it('no header reveals the server software', async () => expect((await get('query')).headers['x-powered-by']).toBeUndefined());
