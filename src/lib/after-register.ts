const key = 'redirect_after_register';

/** [C-367] Pages to which nobody is sent back once signing up is finished. */
const never =
  /^\/(member-register|professional-register|get-started|login|confirm-email|welcome)(?![\w-])|\/member-intake-form\/?$/;

/** Remembers where somebody wanted to be, for when signing up is finished. In this tab alone. */
export function rememberAfterRegister(path: string): void {
  try {
    if (path.startsWith('/') && !path.startsWith('//') && !never.test(path)) sessionStorage.setItem(key, path);
  } catch {
    // Storage may be forbidden: the home page then.
  }
}

/** [C-363, C-365, C-366] Where that was; read once. The home page where nothing is known, or where nobody is sent. */
export function takeAfterRegister(): string {
  const home = '/member-dashboard/homepage';
  try {
    const path = sessionStorage.getItem(key) ?? home;
    sessionStorage.removeItem(key);
    return path.startsWith('/') && !path.startsWith('//') && !never.test(path) ? path : home;
  } catch {
    return home;
  }
}
