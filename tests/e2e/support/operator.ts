import { execFileSync } from 'node:child_process';
import type { World } from '../../support/app-states.ts';

/** What the operator's command prints, beside the running server. */
export function operator(world: World, ...args: readonly string[]): string {
  const env = { ...process.env, DATA_DIR: world.server.dataDir };
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'server/operator/main.ts', ...args], {
    env,
    stdio: 'pipe',
  });
  return said.toString();
}
