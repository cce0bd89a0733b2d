import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The folder of the package for Python. */
export const PYTHON_PACKAGE = path.resolve(__dirname, '../../../clients/python');

/** The environment of programs that import the package, which is not installed. */
export const PYTHON_ENV = { ...process.env, PYTHONPATH: PYTHON_PACKAGE, PYTHONDONTWRITEBYTECODE: '1' };

/** Returns whether a program runs here. @param probe arguments with which it succeeds */
export function isInstalled(program: string, probe: readonly string[] = ['--version']): boolean {
  try {
    execFileSync(program, probe, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
