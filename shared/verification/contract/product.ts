/** What can be ordered; a file in `product/` says what each of them is. */
export const products = ['address', 'business-address', 'employment'] as const
export type Product = (typeof products)[number]

/** What the API and its events speak of: two products share the address. */
export const nouns = ['address', 'employment'] as const
export type Noun = (typeof nouns)[number]
