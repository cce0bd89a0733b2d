// Preloaded (`node --import`) into the processes of `runToEnd`, and so into jest's workers, which inherit Node's flags; we cannot watch
// their stdin. When the parent is gone, even by kill -9, the process gets SIGTERM, and SIGKILL after 10 s.
import { isMainThread } from 'node:worker_threads';
import { whenParentIsGone } from './parent-gone.mjs';

const PATIENCE_MS = 10_000;

if (isMainThread) {
  whenParentIsGone(() => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
