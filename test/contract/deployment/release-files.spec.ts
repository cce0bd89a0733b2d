import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingSources, packArchives, releaseFiles, writeChecksums, wrongFiles } from '../../../tools/release/release-files.mjs';

const ROOT = path.resolve(__dirname, '../../..');
const VERSION = '0.1.0';
const files = releaseFiles(VERSION);
const hasHistory = existsSync(path.join(ROOT, '.git'));
const withHistory = hasHistory ? describe : describe.skip;

describe('the files of a release', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'churn-release-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const unpack = (name: string): string => {
    execFileSync('tar', ['-xzf', path.join(folder, name), '-C', folder]);
    return path.join(folder, readdirSync(folder).find((each) => !each.endsWith('gz')) ?? '');
  };

  withHistory('in a clone', () => {
    it('hold in the image context all that the Dockerfile copies, and nothing of the tests', () => {
      packArchives(ROOT, folder, VERSION);
      const context = unpack(files.context);
      expect(missingSources(context)).toEqual([]);
      expect(readdirSync(context)).not.toContain('test');
      rmSync(path.join(context, 'package-lock.json'));
      expect(missingSources(context)).toEqual(['package-lock.json', 'package-lock.json']);
    });

    it('hold in the chart the files that it only links to', () => {
      packArchives(ROOT, folder, VERSION);
      const chart = unpack(files.chart);
      const linked = readFileSync(path.join(chart, 'files/alerts.yml'), 'utf8');
      expect(linked).toBe(readFileSync(path.join(ROOT, 'docker/observability/alerts.yml'), 'utf8'));
      expect(readFileSync(path.join(chart, 'Chart.yaml'), 'utf8')).toContain('name: churn-scoring');
    });
  });

  it('name the Debian packages that the wheel lacks, in one line', () => {
    const pack = (python: string): string => {
      writeFileSync(path.join(folder, 'python3'), `#!/bin/sh\n${python}\n`);
      chmodSync(path.join(folder, 'python3'), 0o755);
      const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'tools/release/pack-python.mjs')], {
        encoding: 'utf8',
        env: { PATH: folder },
      });
      expect(status).toBe(1);
      return stderr;
    };
    expect(pack('echo wheel ensurepip')).toBe(
      'The wheel for Python needs wheel, ensurepip. On Debian, install them with: apt-get install python3-wheel python3-venv\n',
    );
    expect(pack('exit 127')).toContain('apt-get install python3 python3-pip python3-setuptools python3-wheel python3-venv\n');
  });

  it('have checksums that name each file which was changed, added or lost', () => {
    for (const name of ['a.tgz', 'b.txt', 'c.json']) writeFileSync(path.join(folder, name), name);
    writeChecksums(folder);
    expect(wrongFiles(folder)).toEqual([]);
    writeFileSync(path.join(folder, 'a.tgz'), 'changed');
    writeFileSync(path.join(folder, 'd.txt'), 'added');
    rmSync(path.join(folder, 'c.json'));
    expect(wrongFiles(folder)).toEqual(['a.tgz', 'c.json', 'd.txt']);
  });
});
