import * as v from 'valibot';

const publicProfile = v.object({
  display_name: v.string(),
  medical_degree: v.string(),
  certifications: v.optional(v.array(v.string()), []),
});
export type PublicProfile = v.InferOutput<typeof publicProfile>;

/** `none`: no such page, or not open. `failed`: the server says why. `no-answer`: no word of our server came. */
export type FoundProfile =
  | { readonly kind: 'found'; readonly profile: PublicProfile }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'none' | 'no-answer' };

const told = v.object({ detail: v.string() });

const patienceMs = 15_000;

/** [AC-8] A professional's page as anybody reads it: asked for without cookies, kept nowhere. */
export async function fetchPublicProfile(id: string): Promise<FoundProfile> {
  try {
    const answer = await fetch(`/api/users/v1/orchid_pro/${encodeURIComponent(id)}`, {
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    // What a portal or a proxy says in our server's place is no word on this page.
    if (!(answer.headers.get('content-type') ?? '').startsWith('application/json')) return { kind: 'no-answer' };
    if (answer.status === 404) return { kind: 'none' };
    if (!answer.ok) {
      const said = v.safeParse(told, await answer.json());
      // [C-623]
      return said.success
        ? { kind: 'failed', message: `failed to get orchid pro: ${said.output.detail}` }
        : { kind: 'no-answer' };
    }
    const parsed = v.safeParse(publicProfile, await answer.json());
    return parsed.success ? { kind: 'found', profile: parsed.output } : { kind: 'no-answer' };
  } catch {
    return { kind: 'no-answer' };
  }
}
