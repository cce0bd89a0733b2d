import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isInstalled, PYTHON_ENV, PYTHON_PACKAGE } from '../../support/http/python.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';

const describeWith = (program: string): jest.Describe => (isInstalled(program) ? describe : describe.skip);

/** Runs lines of Python. @returns the values that they print as JSON, one to a line */
async function python(code: string, surroundings: Readonly<Record<string, string>> = {}): Promise<unknown[]> {
  const imports = 'import json, os, sys\nfrom churn_scoring import *\nshow = lambda value: print(json.dumps(value))\n';
  const { stdout } = await promisify(execFile)('python3', ['-c', imports + code], { env: { ...PYTHON_ENV, ...surroundings } });
  return stdout.split('\n').filter((line) => line !== '').map((line): unknown => JSON.parse(line)); // prettier-ignore
}

describeWith('python3')('the package for Python', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const run = (code: string, url = system.api.url): Promise<unknown[]> =>
    python(`client = ChurnClient(os.environ["CHURN_URL"], os.environ["CHURN_API_KEY"])\n${code}`, {
      CHURN_URL: url,
      CHURN_API_KEY: shop.apiKey,
      CHURN_EVENTS: JSON.stringify([
        order({ event_id: 'e-1', customer_id: 'ada', occurred_at: daysAgo(40), data: { order_id: 'o-1' } }),
        order({ event_id: 'e-2', customer_id: 'a/da?', occurred_at: daysAgo(30) }),
        order({ event_id: 'e-3', value: -1 }),
      ]),
    });

  it('sends events, counts each once, and gives the place and the reason of a wrong one', async () => {
    const send = 'report = client.send_events(json.loads(os.environ["CHURN_EVENTS"]), backfill=True)\n';
    const show = 'show([report.accepted, report.duplicates, report.rejected])\n';
    const wrong = [expect.objectContaining({ event_id: 'e-3', index: 2, status: 'rejected' })];
    expect(await run((send + show).repeat(2))).toEqual([
      [2, 0, wrong],
      [0, 2, wrong],
    ]);
    expect(await run('show(client.received_events(status="rejected", limit=1)["data"])')).toEqual([
      [expect.objectContaining({ event_id: 'e-3' })],
    ]);
  });

  it('passes on each warning of the service once', async () => {
    const send = `
events = [{**json.loads(os.environ["CHURN_EVENTS"])[0], "event_id": f"w-{at}", "valeu": 5} for at in range(200)]
show(client.send_events(events).warnings)`;
    expect(await run(send)).toEqual([['events have unknown fields in 100 events that count for nothing: valeu (did you mean value?)']]);
  });

  it('reads and changes what the key may read and change', async () => {
    await run('client.send_events(json.loads(os.environ["CHURN_EVENTS"]))');
    await shop.settled();
    const seen = await run(`
show(sorted(each["external_id"] for each in client.customers(limit=1)))
show(client.customer("a/da?")["orders_count"])
show(len(client.churn("ada")["customer_id"]))
show(client.timeline("ada", limit=1)["data"][0]["kind"])
show(client.customers_of_orders(["o-1", "o-2"]))
show(client.set_traits("ada", {"points": 120})["traits"])
show(client.join("ada", "a/da?")["aliases"][0]["alias"])
show(client.separate("ada", "a/da?")["aliases"])
show(client.wait(client.recalculate(["ada"], force=True)["job_id"])["status"])
show([client.analytics()["period"], client.model()["status"], sum(client.lifecycle()["lifecycle"].values()) > 0, "text" in client.digest()])
from datetime import datetime, timedelta, timezone
changes = []
following = client.label_changes(datetime.now(timezone.utc) - timedelta(days=1), changes.append)
show([sorted(each["external_id"] for each in changes), following.tzinfo is not None])
show(client.label_changes("2026-01-01T00:00:00Z", changes.append).tzinfo is not None)
show(client.wait(client.erase("a/da?")["job_id"])["status"])
`);
    expect(seen).toEqual([
      ['a/da?', 'ada'],
      1,
      36,
      expect.any(String),
      { 'o-1': 'ada' },
      { points: 120 },
      'a/da?',
      [],
      'completed',
      ['30d', 'provisional', true, true],
      [['a/da?', 'ada'], true],
      true,
      'completed',
    ]);
  });

  it('says what the service refuses, without the key, and refuses itself what no call could mean', async () => {
    const caught = await run(`
def refused(call):
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error), getattr(error, "status", None)]
show(refused(lambda: client.customer("nobody")))
show(refused(lambda: client.customers_page(limit=500)))
show(refused(lambda: client.customer("..")))
show(refused(lambda: ChurnClient("ftp://shop", "k")))
show(refused(lambda: ChurnClient("https://shop", "ck_live_secret and more")))
`);
    expect(caught).toEqual([
      ['ChurnApiError', expect.stringMatching(/^404 not_found: /), 404],
      ['ChurnApiError', expect.stringContaining('limit'), 422],
      ['ValueError', expect.stringContaining("'..'"), null],
      ['ValueError', expect.stringContaining('ftp://shop'), null],
      ['ValueError', expect.not.stringContaining('secret'), null],
    ]);
  });

  it('says that there is no answer', async () => {
    const code = `
from churn_scoring.http import Retry
try:
    ChurnClient(os.environ["CHURN_URL"], "k", retry=Retry(tries=2), on_retry=lambda error, seconds: show([type(error).__name__, seconds > 0])).model()
except ChurnConnectionError as error:
    show([error.attempts, error.reason])
`;
    expect(await run(code, 'http://127.0.0.1:9')).toEqual([
      ['ChurnConnectionError', true],
      [2, expect.stringContaining('refused')],
    ]);
  });

  it('trusts a webhook only with each signature that is there, a fresh timestamp and the bytes as they came', async () => {
    const code = `
import base64, hashlib, hmac
secret = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
body = b'{"event":"webhook.test"}'
def headers(body=body, at=1000, key=b"0123456789abcdef0123456789abcdef"):
    standard = base64.b64encode(hmac.new(key, f"m.{at}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "m", "webhook-timestamp": str(at), "webhook-signature": "v1a,x v1," + standard,
            "X-Service-Signature": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(), "X-Service-Timestamp": str(at)}
def reason(headers, body=body, now=1000, secret=secret):
    try:
        return verify_webhook(body, headers, secret, now=now)["event"]
    except WebhookVerificationError as error:
        return error.reason
show(reason(headers()))
show(reason(headers(), secret=["whsec_" + "A" * 43 + "=", secret]))
show(reason(headers(), now=1300))
show(reason(headers(), now=1301))
show(reason(headers(), now=699))
show(reason({}))
show(reason(headers(), body=body + b" "))
show(reason(headers(key=b"another")))
show(reason({**headers(), "X-Service-Signature": "sha256=" + "0" * 64}))
show(reason({**headers(), "webhook-timestamp": "x", "X-Service-Signature": ""}))
show(reason(headers(b"[1]"), body=b"[1]"))
`;
    const fresh = 'webhook.test';
    expect(await python(code)).toEqual([
      fresh, fresh, fresh, 'outside_tolerance', 'outside_tolerance', 'missing_signature', 'invalid_signature', 'invalid_signature',
      'invalid_signature', 'invalid_signature', 'invalid_body',
    ]); // prettier-ignore
  });
});

describeWith('mypy')('the types of the package for Python', () => {
  it('are complete and right by mypy, also where they follow from the OpenAPI document', async () => {
    const cache = ['--cache-dir', '/dev/null'];
    const { stdout } = await promisify(execFile)('mypy', [...cache, 'churn_scoring'], { cwd: PYTHON_PACKAGE });
    expect(stdout).toMatch(/^Success: no issues found/);
    const wrong = 'from churn_scoring import ChurnClient\nChurnClient("", "").customer("a")["orders"]\n';
    const found = promisify(execFile)('mypy', [...cache, '-c', wrong], { cwd: PYTHON_PACKAGE });
    await expect(found).rejects.toMatchObject({ stdout: expect.stringContaining('has no key "orders"') });
  }, 120_000);
});
