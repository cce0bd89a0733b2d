const PATIENCE = Number(process.env.CHURN_TEST_PATIENCE ?? 1);

// Tests of real processes are slow on a busy machine. Where speed matters, the test measures it itself.
jest.setTimeout(60_000 * PATIENCE);

// Tests and hooks with a timeout of their own get it multiplied as well.
const longer = (ms) => (ms === undefined ? undefined : ms * PATIENCE);
const patientTest = (test) => (name, body, ms) => test(name, body, longer(ms));
const patientEach = (each) => (...table) => patientTest(each(...table)); // prettier-ignore

if (PATIENCE > 1) {
  for (const name of ['it', 'test']) {
    const { each, only, skip } = globalThis[name];
    globalThis[name] = Object.assign(patientTest(globalThis[name]), { each: patientEach(each), only, skip });
  }
  for (const name of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach']) {
    const hook = globalThis[name];
    globalThis[name] = (body, ms) => hook(body, longer(ms));
  }
}
