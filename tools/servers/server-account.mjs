import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

// Unlike /tmp it survives a restart of the machine, and every account may enter it.
const OPEN_FOLDER = '/var/tmp';

/**
 * Returns the account that Postgres runs as, because it refuses to run as root: the owner of existing data, else a system account.
 *
 * @param {string} data path of a file or folder that the server has created or will create
 * @returns {{uid: number, gid: number} | undefined} `undefined` means our own account
 * @throws {Error} when we are root and the machine has no other account to use
 */
export function serverAccount(data) {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.existsSync(data) ? fs.statSync(data) : null;
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = fs.readFileSync('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const found = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts);
    if (found) return { uid: Number(found[1]), gid: Number(found[2]) };
  }
  throw new Error(
    'Postgres does not run as root, and this machine has neither a "postgres" nor a "nobody" account to run it: ' +
      'set DATABASE_URL to your own Postgres, or start as another user.',
  );
}

/**
 * @param {string} place
 * @returns {boolean} true when an account that is neither the owner nor in the group can reach this path
 */
export function isOpenToOthers(place) {
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    if (fs.existsSync(folder) && (fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * Returns the folder of a server that runs as another account: the wanted one if that account can reach it, else one under /var/tmp. The
 * wanted folder then holds a mark, so that deleting it also discards the data. We stay the owner of the folder, so that other accounts
 * cannot replace our files in it by links to other places; the server gets a subfolder.
 *
 * @param {string} wanted absolute path
 * @param {{uid: number, gid: number} | undefined} account
 * @returns {{folder: string, isFresh: boolean}} the created folder; `isFresh` is true when its content belongs to a deleted `wanted`
 */
export function folderFor(wanted, account) {
  fs.mkdirSync(wanted, { recursive: true });
  if (account === undefined || fs.existsSync(path.join(wanted, 'server')) || isOpenToOthers(path.dirname(wanted))) {
    if (account !== undefined) fs.chmodSync(wanted, 0o755);
    return { folder: wanted, isFresh: false };
  }
  const folder = openFolder(createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  const markHere = path.join(wanted, 'kept-elsewhere.json');
  const markThere = path.join(folder, 'kept-for');
  const known = fs.existsSync(markHere) ? JSON.parse(fs.readFileSync(markHere, 'utf8')).mark : null;
  if (known !== null && fs.existsSync(markThere) && fs.readFileSync(markThere, 'utf8') === known) return { folder, isFresh: false };
  const mark = randomUUID();
  fs.writeFileSync(markThere, mark);
  fs.writeFileSync(markHere, JSON.stringify({ folder, mark }));
  return { folder, isFresh: true };
}

/**
 * @param {string} name
 * @returns {string} a folder under /var/tmp that every account may enter. It is checked to be ours, because every account can create files
 * there
 * @throws {Error} when another account has created something with this name
 */
export function openFolder(name) {
  const folder = path.join(OPEN_FOLDER, `churn-${name}`);
  try {
    fs.mkdirSync(folder);
    // Sets the mode regardless of the umask.
    fs.chmodSync(folder, 0o755);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const found = fs.lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid()) {
    throw new Error(`${folder} belongs to somebody else: remove it, or set DATABASE_URL to your own Postgres.`);
  }
  return folder;
}
