export const INGEST_HOW = `
- **Yardstick A** is the least that can store events: bare Fastify in a process of its own, which parses the body, runs one
  \`unnest\` insert with \`ON CONFLICT DO NOTHING\` into an identical table with the same indexes, and answers 202. It has no keys, limits,
  checks, row-level security, orders or scores. It shares Postgres and the load generator with the service and has as many connections.
- Contenders take turns, each round in the opposite order of the one before, after a checkpoint, a warm-up of a second, and with the same
  bodies: completed orders with value, order id and currency, of 2000 customers, under ids that arrive in no order. Every answer is
  checked: 202, all accepted. Before the first round each has served such requests for a while that is not counted, as a server that has
  run for minutes has: code that is new to it is compiled meanwhile.
- "No worker": scores are asked for but not calculated. "Worker scoring": they are, on the same cores.
- CPU time is user and system time of the process and its children from \`/proc\`; Postgres counts with all its backends and writers.
`;

export const FRESHNESS_HOW = `
- Before each rate both processes serve 20 batches a second for ten seconds, which is not counted, and all of them are scored.
- Batches leave at fixed instants, whatever the answers do; the clock of a batch starts at its planned instant. Ten customers a
  second, or one in a run of more than a minute, out of more than 20 000, are watched until the score counts the new order: one statement looks for all of them every 20 ms,
  and when it finds one, \`GET /customers/{id}/churn\` is asked for it. So the numbers are up to 20 ms too long.
`;

export const NEIGHBOUR_HOW = `
- One shop sends an event every 100 ms, each of a customer of its own, and watches for the customer's score, looking every 20 ms. First it
  is alone. Then another shop imports 200,000 events over 16 connections, in batches of 1000, once as history (\`backfill\`) and once as fresh
  events. One api, one worker, the same run.
`;

export const DELIVERY_HOW = `
- Service and bare loop take turns with the same number of deliveries, after a round that warms both up and is not counted; a round of the
  service begins with all events in the outbox and ends with the last request at the endpoint, on its clock.
- Neighbours: a hundred tenants have one new outbox event each second, and the worker finds it by its sweep, every 50 ms. Latencies are those of the
  database: from the stored score to the beginning of the first attempt.
`;

export const GROWTH_HOW = `
- Each line has tables of its own: emptied, filled with shops whose customers have five orders each, vacuumed, and with processes just
  started. First a job of each shop scores every customer; then 10,000 customers, spread over all, are asked for as events ask;
  then batches of 100 for all shops come in over 16 connections, with no worker beside; then lists, eight pages of each order with
  and without a label, and analytics, one request at a time.
- Every round begins with a checkpoint, after which Postgres writes each page whole that is changed for the first time. The more customers
  there are, the more pages those that are asked for lie on: at a million, 10,000 customers lie on pages of their own,
  of tables that no longer fit into the memory that \`npm start\` gives Postgres.
- Several processes on two cores share them with Postgres and the load generator: they cannot show a higher rate. What they can show is
  whether a piece of work costs more when several processes do it, which is what would end growth on more cores.
`;

export const TENANTS_HOW = `
- There are a hundredth as many tenants as \`--customers\` says. A worker with the usual pause between sweeps rests for 15 seconds, then a minute counts.
- Events come one by one at fixed instants, from one tenant after the other in an order without a pattern, each of a customer who has five
  orders. The clock of an event starts at its planned instant. A statement looks every 20 ms for scores that count the new order, and
  when it finds one, \`GET /customers/{id}/churn\` is asked for it.
- For the nights a worker of its own lives at noon of tomorrow and of the day after. It opens the passes of the tenants and works on them,
  for two minutes at most.
`;

export const CITUS_HOW = `
- One plain Postgres, and a coordinator with two nodes and four shards, all from the same programs on one machine, with fsync off. Each has
  an api of its own; no worker runs. The two take turns, each round in the opposite order of the one before.
- 16 connections post batches of 100 completed orders of eight tenants in turn. CPU time is user and system time of each server with all
  its processes, from \`/proc\`: compare these columns. The events per second say nothing here, because all servers share the cores.
- Then a worker rests on each of the two. It asks once a second for each kind of work whether any tenant has some.
`;

export const CONNECT_HOW = `
- A simulation of Shopify, written from its documentation, in the process of the bench: its schema, the cost of each query, a bucket of 2,000 points
  that regains 100 a second, lists that end after 25,000 objects, one bulk operation at a time, and files that are read in parts. Shopify does not
  say how fast it collects a file; the simulation collects 5,000 objects a second.
- The shops are generated: customers arrive over two years and buy as the demo's do. An owner registers, connects over OAuth and looks every two
  seconds. Each shop has a worker of its own, all share the api and the database.
`;
