type NamedComponents = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const reference = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g

const referencesIn = (part: unknown): readonly string[] =>
  [...JSON.stringify(part).matchAll(reference)].map(([, kind, name]) => `${kind}/${name}`)

/** Of all components those that a part of the document needs, itself or through others. */
export const pruneComponents = (part: unknown, all: NamedComponents): NamedComponents => {
  const needed = new Set(referencesIn(part))
  for (const one of needed) {
    const [kind, name] = one.split('/') as [string, string]
    for (const other of referencesIn(all[kind]![name])) needed.add(other)
  }
  return Object.fromEntries(
    Object.entries(all).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => needed.has(`${kind}/${name}`))),
    ]),
  )
}
