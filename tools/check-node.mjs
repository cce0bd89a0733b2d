// Every command imports this file first, so that an older Node ends with one sentence and not with a stack trace from a package.
// This file, and everything that the commands import statically, uses only syntax and modules that Node 16 can load.
const MINIMUM = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);

if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: this project needs Node ${MINIMUM.join('.')} or newer. ` +
      'Install it from https://nodejs.org (or with "nvm install 22"), then run the same command again.\n',
  );
  process.exit(1);
}
