/** Systems whose own app for maps is opened. */
const ofApple: readonly string[] = ['iPhone', 'iPad', 'Mac'];

/**
 * A link that shows the way to an address, and says nothing but that address. On a system of Apple's and on Android the app for maps that is there
 * takes it (a page of Apple's and the scheme of RFC 5870 are what each listens to); anywhere else the open map in the browser, since there
 * no address opens an app for sure. Pure.
 */
export function directionsLink(address: string, system: string | null): string {
  const to = encodeURIComponent(address);
  if (system !== null && ofApple.includes(system)) return `https://maps.apple.com/?daddr=${to}`;
  return system === 'Android' ? `geo:0,0?q=${to}` : `https://www.openstreetmap.org/search?query=${to}`;
}
