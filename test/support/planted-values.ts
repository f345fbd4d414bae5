/** Kinds of item, and the attributes of each in which something may stand. */
export type Table = Readonly<Record<string, readonly string[]>>

/** Makes values that stand nowhere else, so that finding one anywhere says where it came from. */
export const canaries = () => {
  const made: string[] = []
  const keep = (value: string): string => {
    made.push(value)
    return value
  }
  const letters = (count: number): string =>
    [...`${count}`.padStart(3, '0')].map(digit => 'bcdfghjklm'[Number(digit)]).join('')
  return {
    /** A word of letters, as names are. */
    text: (name: string) => keep(`Canary${letters(made.length)}${name}`),
    phone: () => keep(`+234809${`${4_400_000 + made.length}`.padStart(7, '0')}`),
    date: () => keep(`19${31 + (made.length % 60)}-0${1 + (made.length % 9)}-1${made.length % 9}`),
    mail: () => keep(`canary${letters(made.length)}@person.example`),
    digits: () => keep(`7${`${3_300_000_000 + made.length}`}`),
    values: (): readonly string[] => made,
  }
}
