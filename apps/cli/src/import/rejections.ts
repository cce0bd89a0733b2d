import { existsSync } from 'node:fs';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openCsv } from '#libs/backfill';
import { UTF_8, type WrongRow } from '#libs/order-import';

const SHOWN = 20;
const HEADER = 'file,line,reason\n';

/** Collects the rejected rows of one file: all go into a CSV file, the first ones also to the terminal. */
export class Rejections {
  private readonly first: WrongRow[] = [];
  private unwritten: WrongRow[] = [];

  private constructor(
    readonly path: string,
    private readonly file: string,
    private total: number,
  ) {}

  /**
   * @param path the CSV file; it keeps its rows about other files. @param file the file name to list rows under.
   * @param checkedLine rows after this line are checked again, so their entries from an earlier run are deleted.
   */
  static async open(path: string, file: string, checkedLine: number): Promise<Rejections> {
    if (!existsSync(path)) return new Rejections(path, file, 0);
    const kept: string[] = [];
    let own = 0;
    const { rows } = await openCsv(path, UTF_8);
    for await (const { fields } of rows) {
      const [name = '', line = '', reason = ''] = fields;
      if (name === file && Number(line) > checkedLine) continue;
      own += Number(name === file);
      kept.push(csvLine(name, Number(line), reason));
    }
    await writeFile(`${path}.tmp`, HEADER + kept.join(''));
    await rename(`${path}.tmp`, path);
    return new Rejections(path, file, own);
  }

  get count(): number {
    return this.total;
  }

  /** The first rejections of this run, by line. */
  get shown(): readonly WrongRow[] {
    return this.first.toSorted((one, other) => one.line - other.line);
  }

  add(rejection: WrongRow): void {
    this.total += 1;
    this.unwritten.push(rejection);
    if (this.first.length < SHOWN) this.first.push(rejection);
  }

  /** Writes new entries. Call it before a checkpoint that covers these lines. */
  async flush(): Promise<void> {
    if (this.unwritten.length === 0) return;
    const lines = this.unwritten.map(({ line, reason }) => csvLine(this.file, line, reason)).join('');
    this.unwritten = [];
    await mkdir(dirname(this.path), { recursive: true });
    await appendFile(this.path, existsSync(this.path) ? lines : HEADER + lines);
  }
}

const csvLine = (file: string, line: number, reason: string): string => `${quoted(file)},${line},${quoted(reason)}\n`;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
