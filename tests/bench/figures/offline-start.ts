import type { BenchRun } from '../bench-run.ts';

export async function measureOfflineStart(_run: BenchRun): Promise<void> {}
