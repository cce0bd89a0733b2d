import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Cleanup } from './cleanup.js';

/** The package's folder; this file is dist/bench/src/system/node-process.js when it runs. */
export const ROOT = join(import.meta.dirname, '../../../..');

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 12_000;
const LAST_LINES = 8;

/** One of our Node programs, run as a separate process. */
export interface NodeProcess {
  readonly pid: number;
  /** Asks the process to end, waits, and kills it if it does not end. Safe to call twice. */
  stop(): Promise<unknown>;
}

export interface Program {
  readonly name: string;
  /** Path from the package's folder. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
}

/**
 * Starts a program that serves HTTP. It ends with this process, also after a kill, because its stdin is our pipe.
 * @param readyUrl answers 200 when the program is ready.
 * @throws with the end of its log when it ends first or does not become ready.
 */
export async function startServer(program: Program, readyUrl: string, cleanup: Cleanup): Promise<NodeProcess> {
  const child = launch(program);
  const stop = cleanup.add(() => end(child));
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > giveUpAt) {
      throw new Error(`The ${program.name} did not start. The end of its log:\n${endOf(program.logFile)}`);
    }
    await sleep(25);
  }
  return { pid: pidOf(child, program.name), stop };
}

/** Runs a program to its end. @returns its stdout. @throws with its output when it fails. */
export async function runProgram(program: Program): Promise<string> {
  const child = spawn(process.execPath, argumentsOf(program), { cwd: ROOT, env: program.env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program.name} failed (exit code ${String(code)}): ${errors || output}`);
  return output;
}

function launch(program: Program): ChildProcess {
  const log = openSync(program.logFile, 'a');
  // In its own process group, so that Ctrl-C reaches only this process, which ends everything in order.
  const child = spawn(process.execPath, argumentsOf(program), { cwd: ROOT, env: program.env, detached: true, stdio: ['pipe', log, log] });
  closeSync(log);
  return child;
}

function argumentsOf({ script, args = [] }: Program): string[] {
  const endsWithParent = pathToFileURL(join(ROOT, 'tools/processes/end-with-parent.mjs')).href;
  return ['--enable-source-maps', '--import', endsWithParent, join(ROOT, script), ...args];
}

function pidOf(child: ChildProcess, name: string): number {
  if (child.pid === undefined) throw new Error(`The ${name} could not be started.`);
  return child.pid;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(patience);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

const endOf = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
