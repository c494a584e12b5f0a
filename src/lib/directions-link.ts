/** Systems whose own app for maps is opened. */
const ofApple: readonly string[] = ['iPhone', 'iPad', 'Mac'];

/**
 * A link that shows the way to an address, and says nothing but that address. On a system of Apple's and on Android the app for maps that is there
 * takes it (a page of Apple's and the scheme of RFC 5870 are what each listens to); anywhere else the open map in the browser, since there
 * no address opens an app for sure. Pure.
 */
export function directionsLink(address: string, system: string | null): string {
  // Half of an emoji, as a text that was cut leaves it, has no form in a link: as `toWellFormed` writes it, which not every build knows.
  const to = encodeURIComponent(address.replace(/\p{Surrogate}/gu, '\u{FFFD}'));
  if (system !== null && ofApple.includes(system)) return `https://maps.apple.com/?daddr=${to}`;
  return system === 'Android' ? `geo:0,0?q=${to}` : `https://www.openstreetmap.org/search?query=${to}`;
}
