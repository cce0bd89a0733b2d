// Exits with 0 if the process of this container is up and needs no restart, else 1. An API and a worker never share a container, so the first port that answers is ours.
const { API_PORT = '3000', WORKER_PORT = '3001' } = process.env;
const addresses = [`http://127.0.0.1:${API_PORT}/api/v1/health/live`, `http://127.0.0.1:${WORKER_PORT}/health/live`];

const answers = await Promise.all(
  addresses.map((address) =>
    fetch(address, { signal: AbortSignal.timeout(4000) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  ),
);
process.exit(answers.includes(true) ? 0 : 1);
