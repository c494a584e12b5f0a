import type { BenchRun } from '../bench-run.ts';

export async function measurePull(_run: BenchRun): Promise<void> {}
