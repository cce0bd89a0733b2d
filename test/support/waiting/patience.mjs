const PATIENCE = Number(process.env.CHURN_TEST_PATIENCE ?? 1);

// On a busy machine tests are slow, above all those of real processes. Where speed matters, the test measures it itself.
jest.setTimeout(60_000 * PATIENCE);

// Tests and hooks with a timeout of their own get it multiplied as well.
const longer = (ms) => (ms === undefined ? undefined : ms * PATIENCE);
const patientTest = (test) => (name, body, ms) => test(name, body, longer(ms));
const patientEach = (each) => (...table) => patientTest(each(...table)); // prettier-ignore

/** The same test function with longer timeouts; `only`, `skip` and the like stay as they are. */
const patientOf = (test) => Object.assign(patientTest(test), { ...test, each: patientEach(test.each) });

if (PATIENCE > 1) {
  for (const name of ['it', 'test']) {
    const test = globalThis[name];
    globalThis[name] = Object.assign(patientOf(test), { concurrent: patientOf(test.concurrent) });
  }
  for (const name of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach']) {
    const hook = globalThis[name];
    globalThis[name] = (body, ms) => hook(body, longer(ms));
  }
}
