/** Names of attributes in an order of their own: the table keeps none. */
export const inOrderOfNames = <Entry extends readonly [string, unknown]>(
  entries: readonly Entry[],
): readonly Entry[] => entries.toSorted(([one], [other]) => (one < other ? -1 : 1))

/** The same lists and objects, with another leaf in place of each, in the order of names. Bytes are leaves. */
export const mapLeaves = (value: unknown, change: (leaf: unknown) => unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return change(value)
  if (Array.isArray(value)) return value.map(each => mapLeaves(each, change))
  const entries = Object.entries(value).map(([name, each]) => [name, mapLeaves(each, change)] as const)
  return Object.fromEntries(inOrderOfNames(entries))
}
