// Runs the systems that test files share: one api and one worker for each of jest's workers, from the first file that asks until the run
// ends. They run below this process, because jest forgets everything between two files, and they end when our stdin closes.
//
// GET /WORKER answers with what PUT /WORKER stored, as long as the processes run; else 404. POST /operator/NAME calls a function of the
// operator's command line.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { endWithUs } from '../../../tools/processes/end-with-us.mjs';
import { answerCall } from './operator-calls.mjs';

const OPERATOR = '/operator/';

/** Maps each of jest's workers to the plan that its first file stored, and to the processes. */
const systems = new Map();

/** @param {{main: string, env: Record<string, string>, log: string}} service */
function run({ main, env, log }) {
  const child = spawn(process.execPath, ['--enable-source-maps', main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithUs(child);
  const file = createWriteStream(log, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
  return child;
}

const isRunning = (child) => child.exitCode === null && child.signalCode === null;

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answer(request, response) {
  const worker = request.url;
  if (request.method === 'PUT') {
    const { plan, services } = await json(request);
    systems.set(worker, { plan, children: services.map(run) });
  }
  const found = systems.get(worker);
  const isThere = found?.children.every(isRunning) === true;
  response
    .writeHead(isThere ? 200 : 404, { 'Content-Type': 'application/json', Connection: 'close' })
    .end(JSON.stringify(isThere ? found.plan : {}));
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answerOperator(request, response) {
  try {
    const result = await answerCall(request.url.slice(OPERATOR.length), await json(request));
    response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(result));
  } catch (error) {
    response.writeHead(500, { Connection: 'close' }).end(String(error.stack));
  }
}

const server = createServer((request, response) => {
  void (request.url.startsWith(OPERATOR) ? answerOperator : answer)(request, response);
});

process.stdin.resume().once('end', () => {
  for (const { children } of systems.values()) for (const child of children) child.kill('SIGKILL');
  process.exit(0);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
