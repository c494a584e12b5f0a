import type { BenchRun } from '../bench-run.ts';

export async function measurePropagation(_run: BenchRun): Promise<void> {}
