/** A person's name, wherever it stands: isolated, so that a name written from right to left moves nothing around it. */
export function PersonName({ name }: { readonly name: string }) {
  return <bdi>{name}</bdi>;
}
