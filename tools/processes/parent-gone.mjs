const LOOK_EVERY_MS = 500;

/**
 * Under `npm start` a shell runs between npm and us. A SIGTERM to npm, as from a service manager, ends npm and that shell but never
 * reaches us. We notice it by our new parent.
 *
 * @param {() => void} callback called once when npm is gone; never when we were not started by npm
 */
export function whenNpmIsGone(callback) {
  if (process.env.npm_lifecycle_event !== undefined) whenParentIsGone(callback);
}

/** @param {() => void} callback called once when the process that started us has ended, however it did; never on Windows */
export function whenParentIsGone(callback) {
  if (process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS).unref();
}
