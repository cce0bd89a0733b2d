import cliProgress from 'cli-progress';

/** How far a piece of work is. */
export interface Progress {
  update(done: number, note: string): void;
  finish(note: string): void;
  /** Ends the display where it stands. */
  stop(): void;
}

/** Where the tools write. A terminal shows a bar; a file or a pipe gets a plain line at every tenth. */
export interface Terminal {
  line(text: string): void;
  /** @param total what `done` counts up to: bytes or events. */
  progress(title: string, total: number): Progress;
}

const STEPS = 10;

/** The terminal of this process. Progress goes to standard error, so that a pipe gets the result alone. */
export function processTerminal(): Terminal {
  return {
    line: (text) => void process.stdout.write(`${text}\n`),
    progress: (title, total) =>
      process.stderr.isTTY ? bar(title, total) : plainProgress(title, total, (text) => process.stderr.write(`${text}\n`)),
  };
}

function bar(title: string, total: number): Progress {
  const single = new cliProgress.SingleBar(
    { format: `${title} {bar} {percentage}%  {note}  {eta_formatted} left`, hideCursor: true, etaBuffer: 50 },
    cliProgress.Presets.shades_classic,
  );
  single.start(Math.max(1, total), 0, { note: '' });
  return {
    update: (done, note) => single.update(Math.min(done, total), { note }),
    finish: (note) => {
      single.update(Math.max(1, total), { note });
      single.stop();
    },
    stop: () => single.stop(),
  };
}

/** Progress as lines of text, one for each tenth of the way. The last is for the end alone: all read is not yet all sent. */
export function plainProgress(title: string, total: number, write: (text: string) => void): Progress {
  let step = 0;
  return {
    update: (done, note) => {
      const reached = total > 0 ? Math.min(STEPS - 1, Math.floor((done / total) * STEPS)) : 0;
      if (reached <= step) return;
      step = reached;
      write(`${title} ${reached * STEPS}%  ${note}`);
    },
    finish: (note) => {
      write(`${title} 100%  ${note}`);
    },
    stop: () => undefined,
  };
}
