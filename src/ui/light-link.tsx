import type { ComponentProps } from 'react';

interface LightLinkProps extends ComponentProps<'a'> {
  readonly href: string;
  /** Goes there within the app. */
  readonly onGo: () => void;
}

/**
 * A link of which a screen has dozens: an address that the browser opens elsewhere as it is asked to, and the app's own way for a plain
 * click. Unlike the router's own it follows nothing by itself, which for a week of sessions is most of what a turn costs.
 */
export function LightLink({ href, onGo, children, ...rest }: LightLinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.defaultPrevented || event.button !== 0 || isForBrowser(event)) return;
        event.preventDefault();
        onGo();
      }}
    >
      {children}
    </a>
  );
}

/** Asked to open it in another tab or window, or to keep it. */
function isForBrowser({ metaKey, ctrlKey, shiftKey, altKey }: Keys): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}

type Keys = Readonly<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean>>;
