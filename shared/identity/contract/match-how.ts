/**
 * How a supplied field compared with the registry's value; `domain/name-rules.ts` publishes the rules. `missing`: the
 * registry has no readable value. `initial` agrees for a middle name and never for a first or last name. `missing`
 * and `different` never agree.
 */
export const matchHows = [
  'exact',
  'case',
  'diacritics',
  'punctuation',
  'compound-order',
  'extra-middle-name',
  'swapped',
  'initial',
  'missing',
  'different',
] as const

export type MatchHow = (typeof matchHows)[number]
