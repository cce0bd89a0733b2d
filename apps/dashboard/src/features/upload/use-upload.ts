import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BegunUpload } from './kept-progress';
import { NOTHING_DONE, runUpload, type UnderstoodFile, type UploadReport } from './run-upload';
import { SessionSender } from './session-sender';

export interface UploadState {
  readonly phase: 'idle' | 'matching' | 'sending' | 'stopping' | 'stopped' | 'failed' | 'done';
  readonly report: UploadReport;
  /** The part of the file in which known customers were looked for, 0 to 1; null while nothing is known of it. */
  readonly matched: number | null;
  /** Why it failed. */
  readonly error: unknown;
}

/** Returns whether something is being sent. */
export const isRunning = ({ phase }: UploadState): boolean => phase === 'matching' || phase === 'sending' || phase === 'stopping';

const IDLE: UploadState = { phase: 'idle', report: NOTHING_DONE, matched: null, error: null };

interface Listeners {
  readonly onProgress: (file: File, begun: BegunUpload) => void;
  readonly onDone: (file: File) => void;
}

/** Runs one upload at a time. It ends when the reader leaves the page. */
export function useUpload({ onProgress, onDone }: Listeners) {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  const queries = useQueryClient();
  useEffect(() => () => running.current?.abort(), []);
  useWarningOnLeave(isRunning(state));

  const begin = async (understood: UnderstoodFile, begun: UploadReport): Promise<void> => {
    const { file, plan } = understood;
    const controller = new AbortController();
    running.current = controller;
    let report = begun;
    setState({ ...IDLE, phase: 'matching', report });
    const show = (next: UploadReport): void => {
      report = next;
      onProgress(file, { plan, report });
      setState({ ...IDLE, phase: controller.signal.aborted ? 'stopping' : 'sending', report });
    };
    try {
      report = await runUpload(understood, begun, {
        sender: new SessionSender(),
        signal: controller.signal,
        onMatching: (matched) => setState((now) => (now.phase === 'matching' ? { ...now, matched } : now)),
        onProgress: show,
      });
      if (!controller.signal.aborted) onDone(file);
      setState({ ...IDLE, phase: controller.signal.aborted ? 'stopped' : 'done', report });
    } catch (error) {
      setState({ ...IDLE, phase: controller.signal.aborted ? 'stopped' : 'failed', report, error });
    }
    for (const subject of ['customers', 'uploads']) await queries.invalidateQueries({ queryKey: [subject] });
  };
  /** Stops before the next batch. Those under way still arrive. */
  const stop = (): void => {
    running.current?.abort();
    setState((now) => ({ ...now, phase: 'stopping' }));
  };
  return { state, begin, stop, reset: () => setState(IDLE) };
}

/** Lets the browser ask before it closes the page. */
function useWarningOnLeave(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
}
