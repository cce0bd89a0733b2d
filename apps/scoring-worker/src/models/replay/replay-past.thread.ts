import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BlockTask, replayBlock } from './replay-block.js';

/**
 * Linux has a priority for each thread, other systems one for the process. Live scores get ten times the processor time, and past weeks still
 * advance.
 */
const LOW_PRIORITY = 10;
if (platform() === 'linux') setPriority(LOW_PRIORITY);

// The thread computes one block and posts its result.
parentPort?.postMessage(replayBlock(workerData as BlockTask), []);
