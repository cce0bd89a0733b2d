import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

// Survives a restart of the machine, unlike /tmp, and every account may enter it.
const OPEN_FOLDER = '/var/tmp';

/**
 * The account that Postgres runs as, since it refuses to run as root: the owner of the data that are there already, else a
 * system account.
 *
 * @param {string} data path of a file or folder that the server has made or will make
 * @returns {{uid: number, gid: number} | undefined} `undefined` stands for our own account
 * @throws {Error} when we are root and there is no account to change to
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
      'set DATABASE_URL to a Postgres of yours, or start as another user.',
  );
}

/**
 * @param {string} place
 * @returns {boolean} whether an account that is neither owner nor in the group gets to this path
 */
export function isOpenToOthers(place) {
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    if (fs.existsSync(folder) && (fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * The folder of a server that runs as another account: the wanted one when that account can reach it, else one under /var/tmp.
 * The wanted folder then holds a mark, so that deleting it also forgets the data. The folder itself stays ours, so that nothing
 * we write in it can be turned into a link to elsewhere; the server gets a subfolder of its own.
 *
 * @param {string} wanted absolute path
 * @param {{uid: number, gid: number} | undefined} account
 * @returns {{folder: string, isFresh: boolean}} the created folder; `isFresh` when whatever it holds belongs to a deleted `wanted`
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
 * @returns {string} a folder under /var/tmp that everybody may enter and that is surely ours: anybody may create names there
 * @throws {Error} when somebody else has put something under the name
 */
export function openFolder(name) {
  const folder = path.join(OPEN_FOLDER, `churn-${name}`);
  try {
    fs.mkdirSync(folder);
    // Whatever the umask says.
    fs.chmodSync(folder, 0o755);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const found = fs.lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid()) {
    throw new Error(`${folder} belongs to somebody else: remove it, or set DATABASE_URL to a Postgres of yours.`);
  }
  return folder;
}
