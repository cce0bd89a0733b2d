import { inMicroseconds, inMs, percent, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import { TARGETS } from '../report/targets.js';
import type { DeliveryFindings } from './measure-delivery.js';

const met = (isMet: boolean): string => (isMet ? 'met' : 'not met');

/** Returns a few lines of Markdown. */
export function toDeliveryReport({ deliveries, rounds, cpu, latencyMs, perSecond, neighbours }: DeliveryFindings): string {
  const ratio = percentile(rounds.map(({ service, bare }) => service / bare), 0.5); // prettier-ignore
  const each = (seconds: number): string => inMicroseconds((seconds * 1e6) / (deliveries * rounds.length));
  const p95 = percentile(latencyMs, 0.95);
  const [well, oneDead] = [neighbours.well, neighbours.oneDead].map((sample) => percentile(sample, 0.95)) as [number, number];
  const rows = rounds.map(
    ({ service, bare }, index) => `| ${index + 1} | ${whole(service)} | ${whole(bare)} | ${percent(service / bare)} |`,
  );
  return `${whole(deliveries)} outbox events of one tenant to a fast endpoint, five attempts at once, one worker, all on one machine. The service relays,
leases, signs, posts and records each; the bare loop only signs and posts.

| round | service, deliveries/s | bare loop, posts/s | of it |
| --- | --- | --- | --- |
${rows.join('\n')}

- ${percent(ratio)} of the bare loop in the median round (at least ${percent(TARGETS.deliveryRatio)}: ${met(ratio >= TARGETS.deliveryRatio)}).
- CPU per delivery: worker ${each(cpu.worker)} µs, Postgres ${each(cpu.postgres)} µs; bare loop ${each(cpu.bare)} µs.
- From the stored score to the first attempt, ${perSecond} events/s over the api, ${whole(latencyMs.length)} of them: p50 ${inMs(percentile(latencyMs, 0.5))},
  p95 ${inMs(p95)}, p99 ${inMs(percentile(latencyMs, 0.99))} (p95 below ${TARGETS.firstAttemptP95Ms} ms: ${met(p95 < TARGETS.firstAttemptP95Ms)}).
- ${neighbours.tenants} tenants, one dead: the others' p95 is ${inMs(oneDead)} instead of ${inMs(well)}
  (less than ${percent(TARGETS.deadReceiverShare)} more: ${met(oneDead < well * (1 + TARGETS.deadReceiverShare))}).
`;
}
