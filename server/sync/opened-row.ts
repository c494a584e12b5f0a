import type { MutationMessage } from '../../sync/protocol/mutation-message.ts';

/** A row of a push after its box was opened, before anything is decided. */
export type OpenedRow =
  | { readonly kind: 'void'; readonly id: number }
  | {
      readonly kind: 'mutation';
      readonly id: number;
      readonly keyId: string;
      readonly box: string;
      readonly message: MutationMessage;
      readonly digest: string;
    }
  /** The key is known, but box, place or content do not fit. */
  | { readonly kind: 'unreadable'; readonly id: number; readonly keyId: string; readonly box: string };
