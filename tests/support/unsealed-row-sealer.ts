import type { RowSealer } from '../../sync/client/replica/row-sealer.ts';

/**
 * The positive control of the canary scan: rows in the clear. Only `vite build --mode unsealed` puts it in the place of
 * `sync/client/replica/row-sealer.ts`; a scan that finds nothing here either would be a scan that finds nothing.
 */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function createRowSealer(): RowSealer {
  return {
    endOldRule: () => undefined,
    seal: (_table, _key, _version, value) => encoder.encode(JSON.stringify(value)),
    open: (_table, _key, _version, bytes) => {
      if (!bytes) throw new SealError('no bytes');
      return JSON.parse(decoder.decode(bytes)) as never;
    },
    forget: () => undefined,
  };
}
