import { freePort } from './service-process.js';

/** One line of the metrics that Prometheus reads. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the text format of Prometheus. @throws for a line in another format. */
export function readSamples(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    return { name, labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, said]) => [key, said])), value: Number(value) };
  });
}

/** Settings under which both processes have a port for operators, and where these are. */
export async function operatorPorts(): Promise<{ settings: Record<string, string>; api: string; worker: string }> {
  const [api, worker] = [await freePort(), await freePort()];
  return {
    settings: { API_OPERATOR_PORT: String(api), WORKER_OPERATOR_PORT: String(worker) },
    api: `http://127.0.0.1:${api}`,
    worker: `http://127.0.0.1:${worker}`,
  };
}

/** Returns the sum of all samples with this name and these labels, or null without one. */
export async function metric(base: string, name: string, labels: Record<string, string> = {}): Promise<number | null> {
  const response = await fetch(`${base}/metrics`);
  if (!response.ok) throw new Error(`no metrics: ${response.status}`);
  const found = readSamples(await response.text()).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}
