// Preloaded (`node --import`) into processes that `npm start` starts with a pipe as stdin: when the parent is gone,
// even by kill -9, the pipe closes and the process gets SIGTERM.
const end = () => process.kill(process.pid, 'SIGTERM');

process.stdin.once('end', end).once('error', end).resume();
// Reading must not keep the process alive when it has nothing else to do.
process.stdin.unref?.();
