import type { BenchRun } from '../bench-run.ts';

export async function measureMemory(_run: BenchRun): Promise<void> {}
