import request, { type Response, type Test } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { totpCode } from '../../support/people/totp.js';
import { patient } from '../../support/waiting/limits.js';

/** Tries per account within 15 minutes: from anywhere, from a known browser, and by a signed-in person. */
const [PER_ACCOUNT, PER_DEVICE, PER_USER] = [30, 10, 10];
/** Fewer than wait for their turn. */
const AT_ONCE = 10;

describe('protection against guessing', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.start();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  const login = (email: string, password: string, device?: string): Test => {
    const call = request(system.api.url).post('/auth/login').send({ email, password });
    return device === undefined ? call : call.set('Cookie', device);
  };
  /** Some at a time, for a process refuses with 503 what would wait too long for its turn. */
  async function wrongs(email: string, count: number, device?: string): Promise<Response[]> {
    const answers: Response[] = [];
    while (answers.length < count) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - answers.length) }, () => login(email, 'a wrong password', device));
      answers.push(...(await Promise.all(some)));
    }
    return answers;
  }
  const deviceOf = ({ headers }: Response): string => {
    const set = (headers['set-cookie'] ?? []) as unknown as string[];
    return set.find((text) => text.startsWith('known_device='))?.split(';')[0] ?? '';
  };
  const countOf = (answers: Response[], status: number): number => answers.filter((answer) => answer.status === status).length;

  it('allows thirty password tries per account in 15 minutes, from all addresses together', async () => {
    const ada = await system.register();
    const answers = [...(await wrongs(ada.email, 20)), ...(await wrongs(ada.email.toUpperCase(), 20))];
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([PER_ACCOUNT, 10]);
    const refused = await calls.refused(login(ada.email, ada.password), 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': String(PER_ACCOUNT), 'x-ratelimit-remaining': '0' });
  });

  it('does not reveal whether an account exists when the tries are used up', async () => {
    const answers = await wrongs('nobody-at-all@example.com', 40);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([PER_ACCOUNT, 10]);
  });

  it('does not lock the owner out of a browser that has signed in before', async () => {
    const ada = await system.register();
    const device = deviceOf(await login(ada.email, ada.password));
    expect(device).toMatch(/^known_device=[\w-]{72}$/);
    await wrongs(ada.email, PER_ACCOUNT + 1);
    await calls.refused(login(ada.email, ada.password), 429, 'rate_limited');
    await calls.taken(login(ada.email, ada.password, device));
  });

  it('gives no extra tries to the browser of another account or a made-up cookie, and few to a stolen cookie', async () => {
    const [ada, eve] = [await system.register(), await system.register()];
    const [hers, theirs] = [deviceOf(await login(ada.email, ada.password)), deviceOf(await login(eve.email, eve.password))];
    await wrongs(ada.email, PER_ACCOUNT + 1);
    for (const device of [
      theirs,
      `known_device=${'A'.repeat(72)}`,
      'known_device=x',
      `${hers.slice(0, -1)}${hers.endsWith('A') ? 'B' : 'A'}`,
    ]) {
      await calls.refused(login(ada.email, ada.password, device), 429, 'rate_limited');
    }
    const answers = await wrongs(ada.email, PER_DEVICE + 5, hers);
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([PER_DEVICE, 5]);
  });

  it('gives no extra tries to browsers that signed in with a password of before', async () => {
    const ada = await system.register();
    const old = [deviceOf(await login(ada.email, ada.password)), deviceOf(await login(ada.email, ada.password))];
    const changed = await calls.taken(
      ada.post('/auth/change-password', { current_password: ada.password, new_password: 'quite another one' }),
    );
    await wrongs(ada.email, PER_ACCOUNT + 1);
    for (const device of old) await calls.refused(login(ada.email, 'quite another one', device), 429, 'rate_limited');
    await calls.taken(login(ada.email, 'quite another one', deviceOf(changed)));
  });

  it('opens the account again when a new password is chosen by mail', async () => {
    const ada = await system.register();
    await wrongs(ada.email, PER_ACCOUNT + 1);
    await request(system.api.url).post('/auth/forgot-password').send({ email: ada.email }).expect(202);
    const token = await system.mailbox.tokenTo(ada.email);
    const reset = await calls.taken(request(system.api.url).post('/auth/reset-password').send({ token, password: 'quite another one' }));
    await calls.taken(login(ada.email, 'quite another one'));
    await wrongs(ada.email, PER_ACCOUNT + 1);
    await calls.taken(login(ada.email, 'quite another one', deviceOf(reset)));
  });

  it('forgets the failed tries after a right password', async () => {
    const ada = await system.register();
    for (let round = 0; round < 2; round += 1) {
      await wrongs(ada.email, PER_ACCOUNT - 1);
      await calls.taken(login(ada.email, ada.password));
    }
  });

  it.each<[string, (person: Person) => Test]>([
    ['a code to turn the second factor off', (person) => person.post('/2fa/disable', { code: '000000' })],
    [
      'the current password',
      (person) => person.post('/auth/change-password', { current_password: 'wrong', new_password: 'long enough too' }),
    ],
  ])('allows ten tries at %s with a stolen session', async (_, guess) => {
    const ada = await withSecondFactor();
    const answers = await Promise.all(Array.from({ length: PER_USER + 3 }, () => guess(ada)));
    expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([PER_USER, 3]);
  });

  it('keeps the count of wrong passwords when the holder of a stolen session turns the second factor on and off', async () => {
    const ada = await system.register();
    const wrong = async (count: number): Promise<number[]> => {
      const guess = () => ada.post('/auth/change-password', { current_password: 'wrong', new_password: 'long enough too' });
      return (await Promise.all(Array.from({ length: count }, guess))).map(({ status }) => status);
    };
    expect(new Set(await wrong(PER_USER - 1))).toEqual(new Set([400]));
    const { body } = await ada.post('/2fa/setup');
    await ada.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
    expect((await wrong(3)).toSorted((a, b) => a - b)).toEqual([400, 429, 429]);
  });

  it('refuses too many sign-ins at once, while events are still accepted', async () => {
    const slow = await system.startAnother('api', { PASSWORD_HASH_COST: '10' });
    const people = await Promise.all(Array.from({ length: 4 }, () => system.register()));
    try {
      const flood = Array.from({ length: 60 }, (_, i) =>
        request(slow.url)
          .post('/auth/login')
          .send({ email: `flood-${i}@example.com`, password: 'wrong password' })
          .then(({ status }) => status),
      );
      const begun = Date.now();
      for (const person of people) await request(slow.url).get('/customers').set('X-API-Key', person.apiKey).expect(200);
      expect(Date.now() - begun).toBeLessThan(patient(3000));
      const statuses = await Promise.all(flood);
      expect(new Set(statuses)).toEqual(new Set([401, 503]));
      expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(20);
    } finally {
      await slow.stop();
    }
  });

  /** Returns the median duration of each answer. The requests alternate, so that other work on the machine delays all of them alike. */
  async function mediansMs(asks: readonly (() => Test)[]): Promise<number[]> {
    const times = asks.map((): number[] => []);
    for (let i = 0; i < 15; i += 1) {
      for (const [which, ask] of asks.entries()) {
        const begun = performance.now();
        await ask();
        times[which]?.push(performance.now() - begun);
      }
    }
    return times.map((of) => of.toSorted((a, b) => a - b)[7] ?? 0);
  }

  it('answers after the same time whether or not the account exists', async () => {
    const slow = await system.startAnother('api', { PASSWORD_HASH_COST: '10' });
    const [ada, eve] = [await slowAccount(slow.url), await slowAccount(slow.url)];
    const wrong = (email: string) => (): Test => request(slow.url).post('/auth/login').send({ email, password: 'wrong password' });
    const forgot = (email: string) => (): Test => request(slow.url).post('/auth/forgot-password').send({ email });
    try {
      // Two accounts differ by chance. An unknown address must not differ by more than one password hash takes.
      const [known = 0, unknown = 0, other = 0] = await mediansMs([wrong(ada), wrong('nobody@example.com'), wrong(eve)]);
      expect(unknown).toBeGreaterThan(Math.min(known, other) * 0.6);
      expect(unknown).toBeLessThan(Math.max(known, other) * 1.6);
      const [mailed = 0, nobody = 0] = await mediansMs([forgot(ada), forgot('nobody@example.com')]);
      expect(Math.abs(mailed - nobody)).toBeLessThan(Math.max(15, nobody * 0.6));
    } finally {
      await slow.stop();
    }
  }, 60_000);

  async function slowAccount(baseUrl: string): Promise<string> {
    const email = `slow-${Math.random()}@example.com`;
    await request(baseUrl).post('/auth/register').send({ email, password: 'long enough', company_name: 'Slow' }).expect(201);
    return email;
  }

  async function withSecondFactor(): Promise<Person> {
    const person = await system.register();
    const { body } = await person.post('/2fa/setup');
    await person.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
    return person;
  }
});
