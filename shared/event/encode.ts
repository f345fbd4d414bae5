/**
 * The bytes of an event, made once: compact JSON that any parse and stringify gives back unchanged, so that
 * a receiver who signs its re-serialised body still agrees with us. JSON's own rules apply (undefined is left
 * out, NaN is null, dates are ISO strings); beyond them, lone surrogates become U+FFFD, because many parsers
 * refuse or replace them, and a key `__proto__` is left out. Throws TypeError for a bigint, a cycle, or a
 * value that has no JSON form.
 */
export const encode = (envelope: object): string => {
  const text: string | undefined = JSON.stringify(envelope, (_key, value: unknown) => wellFormed(value))
  if (text === undefined) throw new TypeError('The envelope has no JSON form')
  return text
}

const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.keys(value).every(isSoundKey)) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, item]) => [key.toWellFormed(), item]))
}

const isSoundKey = (key: string): boolean => key !== '__proto__' && key.isWellFormed()
