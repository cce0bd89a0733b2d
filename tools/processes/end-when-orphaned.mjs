// Preloaded (`node --import`) into what `runToEnd` starts, and by that into jest's workers, which take over the flags of Node: their stdin is
// not ours to watch. When the parent is gone, even by kill -9, the process ends as if it had been asked to, or without being asked.
import { isMainThread } from 'node:worker_threads';
import { whenParentIsGone } from './parent-gone.mjs';

const PATIENCE_MS = 10_000;

if (isMainThread) {
  whenParentIsGone(() => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
