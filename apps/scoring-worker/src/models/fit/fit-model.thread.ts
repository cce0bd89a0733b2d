import { parentPort, workerData } from 'node:worker_threads';
import { type FitTask, fitTask } from './fit-task.js';

// The thread runs one fit and posts its outcome.
parentPort?.postMessage(fitTask(workerData as FitTask), []);
