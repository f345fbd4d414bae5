import type { EventNoun } from '../event/contract.ts'

/** What can be ordered, and the noun under which the API and its events speak of it. */
export const nounOf = {
  address: 'address',
  'business-address': 'address',
  employment: 'employment',
} as const satisfies Record<string, EventNoun>

export type Product = keyof typeof nounOf
