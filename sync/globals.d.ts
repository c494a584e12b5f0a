/** The few names of the web platform that every runtime of ours has and that `lib: ES2023` does not declare. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  /** How many code units were read, and how many bytes were written. */
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
declare function structuredClone<T>(value: T): T;
interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
