import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');

/** The scripts that write what the image is made of, and the files. */
const NOTES = { 'tools/release/sbom.mjs': 'dist/sbom.cdx.json', 'tools/release/licence-texts.mjs': 'dist/licences.txt' };

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly devOptional?: boolean }>>;
}

/**
 * The files of the container image, as the stages of docker/Dockerfile put them together, in a folder of their own: what `npm ci
 * --omit=dev --omit=optional` installs, what is built, and the two scripts. From the packages that are here, so that no registry is needed.
 */
export class ImageTree {
  private constructor(readonly root: string) {}

  static make(): ImageTree {
    const root = mkdtempSync(path.join(tmpdir(), 'churn-image-'));
    for (const folder of productionPackages()) link(path.join(ROOT, folder), path.join(root, folder));
    for (const folder of ['apps', 'libs']) cpSync(path.join(ROOT, 'dist', folder), path.join(root, 'dist', folder), { recursive: true });
    mkdirSync(path.join(root, 'docker'));
    for (const file of ['package.json', 'LICENSE', 'docker/entry.mjs', 'docker/healthcheck.mjs'])
      copyFileSync(path.join(ROOT, file), path.join(root, file));
    for (const [tool, file] of Object.entries(NOTES)) {
      execFileSync(process.execPath, [path.join(ROOT, tool), path.join(root, file)], { stdio: 'ignore' });
    }
    // Others may read the folder, but not write to it.
    for (const folder of ['.', 'dist', 'docker']) chmodSync(path.join(root, folder), 0o555);
    return new ImageTree(root);
  }

  /** Everything outside node_modules, by its path. */
  files(): string[] {
    return readdirSync(this.root, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('node_modules'));
  }

  remove(): void {
    for (const folder of ['.', 'dist', 'docker']) chmodSync(path.join(this.root, folder), 0o755);
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Folders of the packages that are neither for development nor optional; those inside others come with them. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
  return Object.entries(packages)
    .filter(
      ([folder, { dev, optional, devOptional }]) => /^node_modules\/[^/]+(\/[^/]+)?$/.test(folder) && !dev && !optional && !devOptional,
    )
    .map(([folder]) => folder);
}

/** Links the file instead of copying it, which takes less time. */
function link(from: string, to: string): void {
  if (lstatSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (name !== '.bin') link(path.join(from, name), path.join(to, name));
    return;
  }
  try {
    linkSync(from, to);
  } catch {
    // It is on another file system.
    copyFileSync(from, to);
  }
}
