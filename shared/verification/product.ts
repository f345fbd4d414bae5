/** What can be ordered, and the noun under which the API and its events speak of it. */
export const nounOf = {
  address: 'address',
  'business-address': 'address',
  employment: 'employment',
} as const

export type Product = keyof typeof nounOf
export type Noun = (typeof nounOf)[Product]
