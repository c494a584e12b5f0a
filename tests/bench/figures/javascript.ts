import type { BenchRun } from '../bench-run.ts';

export async function measureJavaScript(_run: BenchRun): Promise<void> {}
