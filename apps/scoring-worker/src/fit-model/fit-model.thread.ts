import { parentPort, workerData } from 'node:worker_threads';
import { type FitTask, fitTask } from './fit-task.js';

// The whole of a thread's life: one fit, told to whoever started it.
parentPort?.postMessage(fitTask(workerData as FitTask), []);
