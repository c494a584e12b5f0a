/**
 * `npm run cramped -- --schedules N --seed S`: the simulated world over a copy of the code in which whatever is held, or done, at once is
 * so little that each schedule comes to every edge of it: memories that drive out what they hold, blocks that end within a line, pieces
 * of one row. The last line is the simulation's.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyProject } from '../rules/copy-project.ts';
import { crampedSizes } from './cramped-sizes.ts';
import { currentCommit, fixedSeeds, seedsOfCommit } from './seeds.ts';

const asked = process.argv.slice(2);
// The copy is no repository: its seeds are named here, by the commit.
const [first = 1] = seedsOfCommit(fixedSeeds + 1, currentCommit()).slice(fixedSeeds);
const options = asked.includes('--seed') ? asked : [...asked, '--seed', String(first)];

const root = path.resolve(import.meta.dirname, '../..');
const copy = copyProject(root);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => fs.rmSync(copy, { recursive: true, force: true }));

for (const { file, name, small } of crampedSizes) {
  const place = path.join(copy, file);
  const text = fs.readFileSync(place, 'utf8');
  const said = new RegExp(`^((?:export )?const ${name} = )[^;]+;`, 'gm');
  if ((text.match(said) ?? []).length !== 1) throw new Error(`${file} does not say once what ${name} is`);
  fs.writeFileSync(place, text.replace(said, `$1${small};`));
}
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/simulation/main.ts', ...options], {
  cwd: copy,
  stdio: 'inherit',
});
process.exit(status ?? 1);
