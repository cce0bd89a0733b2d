// Tests of real processes take their time on a machine that has little of it. What must be quick is measured by the test itself.
jest.setTimeout(60_000);
