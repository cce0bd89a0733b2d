import cliProgress from 'cli-progress';

/** The progress display of a task. */
export interface Progress {
  update(done: number, note: string): void;
  finish(note: string): void;
  /** Ends the display at its current state. */
  stop(): void;
}

/** The output of commands. A terminal shows a progress bar; a file or a pipe gets one line per 10 %. */
export interface Terminal {
  line(text: string): void;
  /** @param total the final value of `done`, in bytes or events. */
  progress(title: string, total: number): Progress;
}

const STEPS = 10;

/** Returns the terminal of this process. Progress goes to stderr, so that a pipe gets only the result. */
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

/** Prints progress as one line per 10 %. Only `finish` prints 100 %, because reading ends before sending. */
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
