/** The same lists and objects, with another leaf in place of each. Bytes are leaves. */
export const mapLeaves = (value: unknown, change: (leaf: unknown) => unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return change(value)
  if (Array.isArray(value)) return value.map(each => mapLeaves(each, change))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapLeaves(each, change)]))
}
