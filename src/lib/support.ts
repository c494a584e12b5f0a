/** Where a person finds a person. */
export const supportMail = 'support@orchid.example';
export const signInHelpHref = `mailto:${supportMail}?subject=${encodeURIComponent('Help signing in')}`;
