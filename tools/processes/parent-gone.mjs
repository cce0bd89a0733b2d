const LOOK_EVERY_MS = 500;

/**
 * Under `npm start` a shell runs between npm and this process. A SIGTERM to npm, as from a service manager, ends npm and the shell but never
 * reaches this process, which notices it by its new parent.
 *
 * @param {() => void} callback called once when npm has ended; never when npm did not start this process
 */
export function whenNpmIsGone(callback) {
  if (process.env.npm_lifecycle_event !== undefined) whenParentIsGone(callback);
}

/** @param {() => void} callback called once when the parent process has ended, for any reason; never on Windows */
export function whenParentIsGone(callback) {
  if (process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS).unref();
}
