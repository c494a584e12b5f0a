/** The few scripts that this app starts by URL; the policy refuses every other one. */
const scripts = {
  syncWorker: import.meta.env.DEV ? '/worker/sync.worker.ts' : '/workers/sync.worker.js',
  argon2Worker: import.meta.env.DEV ? '/worker/argon2.worker.ts' : '/workers/argon2.worker.js',
  serviceWorker: '/sw.js',
} as const;

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}

const allowed: ReadonlySet<string> = new Set(Object.values(scripts));

function createPolicy(): ScriptPolicy {
  const rules = {
    createScriptURL: (url: string): string => {
      if (!allowed.has(url)) throw new TypeError('not a script of this app');
      return url;
    },
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes ? trustedTypes.createPolicy('orchid', rules) : rules;
}

const policy = createPolicy();

/** The URL of one of our scripts, as a trusted one where the browser asks for that. */
export function trustedScript(name: keyof typeof scripts): string {
  return policy.createScriptURL(scripts[name]);
}
