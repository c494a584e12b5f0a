import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

const words = { ready: 'Copy text', copied: 'Copied', failed: 'Could not copy' } as const;

/** Puts a text into the clipboard, and says whether that worked. */
export function CopyButton({ text }: { readonly text: () => string }) {
  const [state, setState] = useState<keyof typeof words>('ready');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      // Forbidden by the browser or its owner: the text stays where it is, and can be marked by hand.
      setState('failed');
    }
  }
  return (
    <Button icon={<Copy size={16} aria-hidden />} aria-live="polite" onClick={() => void copy()}>
      {words[state]}
    </Button>
  );
}
