import { whole } from '../report/numbers.js';
import type { FirstHour } from './measure-connect.js';

const MIB = 2 ** 20;
const GB = 1e9;

/** Returns a table and a few lines of Markdown. */
export const toConnectReport = (hours: readonly FirstHour[]): string => `
| customers | shown | orders stored | everyone scored | import done | of it collecting | model | its scores | calls | throttled | parts | worker | api | disk |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${hours.map(rowOf).join('\n')}

| customers | shown | remaining time said at a quarter, half and three quarters of it |
| --- | --- | --- |
${hours.map((hour) => `| ${whole(hour.customers)} | ${shownOf(hour)} | ${estimatesOf(hour).join(', ')} |`).join('\n')}

${hours.map(lineOf).join('\n')}
`;

const shownOf = ({ isGranted }: FirstHour): string => (isGranted ? 'all orders' : '60 days');
const time = (seconds: number): string => (seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(1)} min`);
const mib = (bytes: number): string => `${whole(bytes / MIB)} MiB`;

/** Returns the seconds in which the platform collected a file while the import waited. */
function collectingOf({ looks }: FirstHour): number {
  return looks.reduce((sum, { collected, at }, n) => sum + (collected === null ? 0 : at - (looks[n - 1]?.at ?? 0)), 0);
}

function rowOf(hour: FirstHour): string {
  const { customers, storedOrders, scored, imported, fitted, refined, calls, throttled, parts, worker, api, bytes } = hour;
  const cells = [
    whole(customers),
    shownOf(hour),
    whole(storedOrders),
    time(scored),
    time(imported),
    time(collectingOf(hour)),
    time(fitted),
    time(refined),
  ];
  return `| ${[...cells, whole(calls), throttled, whole(parts), mib(worker.most), mib(api.most), `${(bytes / GB).toFixed(2)} GB`].join(' | ')} |`;
}

/** Returns what was said of the remaining time, and what it was. */
function estimatesOf({ looks, imported }: FirstHour): string[] {
  return [0.25, 0.5, 0.75].map((share) => {
    const look = looks.findLast(({ at }) => at <= imported * share);
    return look === undefined
      ? 'none'
      : `${look.secondsLeft === null ? 'none' : time(look.secondsLeft)} (it was ${time(imported - look.at)})`;
  });
}

function lineOf(hour: FirstHour): string {
  const { customers, scored, imported, fitted, refined, calls, throttled, worker, api, looks, unscored, storedOrders } = hour;
  const isCalledSo = looks.filter(({ at }) => at < fitted).every(({ isProvisional }) => isProvisional);
  const faults = [...(isCalledSo ? [] : ['not called provisional']), ...(unscored > 0 ? [`${whole(unscored)} without a score`] : [])];
  return `- ${whole(customers)} customers, ${shownOf(hour)}: scores after ${time(scored)}, the import after ${time(imported)} (collecting ${time(collectingOf(hour))}), a model after ${time(fitted)}, its scores after ${time(refined)};
  ${whole(storedOrders)} orders, ${whole(calls)} calls, ${throttled} throttled; worker ${mib(worker.most)}, api ${mib(api.most)}; left halfway: ${estimatesOf(hour)[1]}${faults.map((each) => `; ${each}`).join('')}.`;
}
