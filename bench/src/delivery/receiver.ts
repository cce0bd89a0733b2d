import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

// A minimal merchant's server: reads the body, answers 200 and counts. `/dead` never answers.
const arrivals = { count: 0, firstMs: 0, lastMs: 0 };

function take(request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  if (url === '/arrivals') {
    response.end(JSON.stringify(arrivals));
    Object.assign(arrivals, { count: 0, firstMs: 0, lastMs: 0 });
    return;
  }
  if (url === '/health') {
    response.end();
    return;
  }
  request.resume();
  if (url.startsWith('/dead')) return;
  request.once('end', () => {
    const now = performance.now();
    if (arrivals.count === 0) arrivals.firstMs = now;
    arrivals.count += 1;
    arrivals.lastMs = now;
    response.end();
  });
}

createServer({ keepAliveTimeout: 60_000 }, take).listen(Number(process.argv[2]), '127.0.0.1');
