// `node tools/release/check-version.mjs TAG`: checks that packages, chart and changelog name the version of the tag.
import { ROOT } from '../paths.mjs';
import { problemsOf } from './releases.mjs';

const [tag = ''] = process.argv.slice(2);
const problems = problemsOf(ROOT, tag);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
